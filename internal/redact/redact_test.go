package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"plotline/internal/redact"
)

const (
	digits  = "0123456789"
	upper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + digits
	letters = upper + "abcdefghijklmnopqrstuvwxyz"
	hex     = "0123456789abcdef"
)

// made is a secret that was made up, in a text.
type made struct{ name, secret, text string }

// secrets makes one of each of fifty kinds. They are made here, so that no file of the repository looks as if it had some.
func secrets(seed uint64) []made {
	random := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // the same secrets in each run
	r := func(n int, chars string) string {
		text := make([]byte, n)
		for i := range text {
			text[i] = chars[random.IntN(len(chars))]
		}
		return string(text)
	}
	a := func(n int) string { return r(n, letters) }
	encoded := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	pem := func(kind string) string { return "-----BEGIN " + kind + "PRIVATE KEY-----" }
	var all []made
	add := func(name, secret, text string) {
		all = append(all, made{name, secret, strings.ReplaceAll(text, "{}", secret)})
	}
	const export = "export X={}"
	add("aws-id", "AKIA"+r(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), export)
	add("aws-secret", a(40), "AWS_SECRET_ACCESS_KEY={}")
	add("aws-secret-credfile", a(40), "[default]\naws_secret_access_key = {}")
	add("gcp-api", "AIza"+a(35), "key={}")
	add("gcp-oauth", "ya29."+a(60), `curl -H "X: {}"`)
	add("gcp-sa-pem", a(64), `{"type":"service_account","private_key":"`+pem("")+`\n{}\n-----END PRIVATE KEY-----"}`)
	for _, prefix := range []string{"ghp_", "gho_", "ghs_"} {
		add("github "+prefix, prefix+a(36), export)
	}
	add("github-fine", "github_pat_"+a(22)+"_"+a(59), export)
	add("gitlab-pat", "glpat-"+a(20), export)
	add("slack-bot", "xoxb-"+r(12, digits)+"-"+r(12, digits)+"-"+a(24), export)
	add("slack-webhook", a(24), "curl -X POST https://hooks.slack.com/services/T"+r(8, upper)+"/B"+r(8, upper)+"/{}")
	add("stripe", "sk_"+"live_"+a(24), export)
	add("stripe-restricted", "rk_"+"live_"+a(24), export)
	add("openai-old", "sk-"+a(20)+"T3BlbkFJ"+a(20), export)
	add("openai-proj", "sk-proj-"+a(74)+"T3BlbkFJ"+a(74), export)
	add("anthropic", "sk-ant-api03-"+a(93)+"AA", export)
	add("openrouter", "sk-or-v1-"+r(64, hex), export)
	add("hf", "hf_"+a(34), export)
	add("groq", "gsk_"+a(52), export)
	add("xai", "xai-"+a(80), export)
	add("jwt", encoded(`{"alg":"HS256","typ":"JWT"}`)+"."+encoded(`{"sub":"1234567890","name":"Jo","iat":1516239022}`)+"."+a(43), "token is {}")
	add("pem-rsa", a(64), pem("RSA ")+"\n{}\n"+a(64)+"\n-----END RSA PRIVATE KEY-----")
	add("pem-openssh", a(64), pem("OPENSSH ")+"\n{}\n-----END OPENSSH PRIVATE KEY-----")
	add("pem-cut", a(64), pem("EC ")+"\n{}\n(cut off)")
	add("pem-tail", a(64), "{}\n"+a(30)+"==\n-----END RSA PRIVATE KEY-----\ndone")
	add("npm", "npm_"+a(36), "//registry.example.org/:_authToken={}")
	add("pypi", "pypi-AgEIcHlwaS5vcmc"+a(120), export)
	add("sendgrid", "SG."+a(22)+"."+a(43), export)
	add("twilio", r(32, hex), "TWILIO_AUTH_TOKEN={}")
	add("basic-url", a(14), "git clone https://deploy:{}@git.example.com/x.git")
	add("postgres", "S3cr-"+a(9), "DATABASE_URL=postgres://app:{}@db.internal:5432/app")
	add("mongodb", a(16), "mongodb+srv://root:{}@cluster0.abcde.mongodb.net/db")
	add("redis", a(20), "redis://:{}@10.0.0.4:6379/0")
	add("auth-bearer", a(40), `curl -H "Authorization: Bearer {}" https://api.example.com`)
	add("auth-basic", base64.StdEncoding.EncodeToString([]byte("joe:"+a(12))), "Authorization: Basic {}")
	add("x-api-key", a(32), "curl -H 'X-Api-Key: {}' https://x")
	add("env-password", "hunter2-"+a(6), "DB_PASSWORD={}")
	add("env-quoted", "Tr0ub4dor&3 "+a(6), `ADMIN_PASSWORD="{}"`)
	add("yaml-secret", a(24), "client_secret: {}")
	add("json-token", a(32), `{"access_token": "{}"}`)
	add("mysql-p", a(12), "mysql -u root -p{} app")
	add("curl-u", a(12), "curl -u joe:{} https://x")
	add("flag-pw", a(12), "tool login --password {}")
	blob := make([]byte, 64)
	for i := range blob {
		blob[i] = byte(random.UintN(256)) //nolint:gosec // it is less than 256
	}
	add("azure-storage", base64.StdEncoding.EncodeToString(blob), "DefaultEndpointsProtocol=https;AccountName=a;AccountKey={};EndpointSuffix=core.windows.net")
	add("docker", "dckr_pat_"+a(27), export)
	add("vault", "hvs."+a(90), export)
	add("digitalocean", "dop_v1_"+r(64, hex), export)
	add("discord", a(24)+"."+a(6)+"."+a(27), "DISCORD_TOKEN={}")
	add("telegram", r(10, digits)+":AA"+a(33), "bot {}")
	return all
}

// inJSON returns a text as JSON has it within quotes.
func inJSON(t *testing.T, text string) string {
	t.Helper()
	raw, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw[1 : len(raw)-1])
}

// TestSecrets looks for each secret in prompts, commands, outputs, JSON and URLs.
func TestSecrets(t *testing.T) {
	t.Parallel()
	wraps := map[string]func(string) string{
		"alone":   func(s string) string { return s },
		"prompt":  func(s string) string { return "please use this, it is urgent:\n\n" + s + "\n\nand then deploy" },
		"command": func(s string) string { return "cd app && " + s + " && make deploy" },
		"output":  func(s string) string { return "=== RUN\n2026-11-26T01:05:16Z INFO " + s + "\nFAIL: exit 1\n" },
		"JSON":    func(s string) string { return `{"output":"line\n` + inJSON(t, s) + `\n"}` },
		"JSON in JSON": func(s string) string {
			return `{"a":"` + inJSON(t, `{"output":"line\n`+inJSON(t, s)+`"}`) + `"}`
		},
		"query": func(s string) string { return "https://example.com/?text=" + url.QueryEscape(s) + "&x=1" },
		"path":  func(s string) string { return "GET /log/" + url.PathEscape(s) + "/end" },
		"a long line": func(s string) string {
			return strings.Repeat("lorem ipsum ", 400) + strings.ReplaceAll(s, "\n", `\n`) + strings.Repeat(" dolor sit", 400)
		},
	}
	for wrapName, wrap := range wraps {
		t.Run(wrapName, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				for _, m := range secrets(seed) {
					text := wrap(m.text)
					got := redact.Text(text)
					for _, form := range []string{m.secret, inJSON(t, m.secret), url.QueryEscape(m.secret), url.PathEscape(m.secret)} {
						if strings.Contains(got, form) || strings.Contains(got, form[len(form)/2:]) {
							t.Fatalf("seed %d, %s: %s\nleft in %s", seed, m.name, text, got)
						}
					}
					if again := redact.Text(got); again != got {
						t.Errorf("seed %d, %s: a second time: %s\n%s", seed, m.name, got, again)
					}
				}
			}
		})
	}
}

// TestMore lists secrets in other forms.
func TestMore(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{ //nolint:gosec // they are made up
		"var shopToken string = \"9f8e7d6c5b4a39281706\"":            "var shopToken string = \"[redacted:assignment]\"",
		"$shopToken .= '9f8e7d6c5b4a39281706'":                       "$shopToken .= '[redacted:assignment]'",
		"SHOP_TOKEN ?= 9f8e7d6c5b4a39281706":                         "SHOP_TOKEN ?= [redacted:assignment]",
		"SHOP_TOKEN :::= 9f8e7d6c5b4a39281706":                       "SHOP_TOKEN :::= [redacted:assignment]",
		`setProperty("SHOP_TOKEN", "9f8e7d6c5b4a39281706")`:          `setProperty("SHOP_TOKEN", "[redacted:argument]")`,
		"machine api.example.com login joe password s3cretpw9":       "machine api.example.com login joe password [redacted:password]",
		"CREATE USER app IDENTIFIED BY 'x9.Kd2!'":                    "CREATE USER app IDENTIFIED BY '[redacted:password]'",
		"my password is hunter2xyz, thanks":                          "my password is [redacted:password] thanks",
		"the passphrase is Moewe77x; pw: Xanthippe42":                "the passphrase is [redacted:password] pw: [redacted:password]",
		"Kennwort: Eisvogel88":                                       "Kennwort: [redacted:password]",
		"<password>k3yb0ard!</password>":                             "<password>[redacted:element]</password>",
		"Cookie: session=8f7e6d5c4b3a; theme=dark":                   "Cookie: [redacted:cookie]",
		`headers = {"Authorization": "Bearer 9f8e7d6c5b4a39281706"}`: `headers = {"Authorization": "[redacted:assignment]"}`,
		"sshpass -p tr0ub4d0r ssh joe@host":                          "sshpass -p [redacted:flag] ssh joe@host",
		"redis-cli -h x -a s3cr3tpass ping":                          "redis-cli -h x -a [redacted:flag] ping",
		"let api_key: &str = \"9f8e7d6c5b4a39281706\";":              "let api_key: &str = \"[redacted:assignment]\";",
		"password: str = 'corr3ct-horse'":                            "password: str = '[redacted:assignment]'",
		"git push https://9f8e7d6c5b4a39281706abcd@github.com/a/b":   "git push https://[redacted:url]@github.com/a/b",
		"postgres://app:p@ss/word@db/x":                              "postgres://app:[redacted:url]@ss/word@db/x",
	} {
		if got := redact.Text(text); got != want {
			t.Errorf("%s\n became %s\n wanted %s", text, got, want)
		}
	}
}

// TestOrdinary lists what has the looks of a secret and is none.
func TestOrdinary(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "fix the token parser", "token := lexer.Next()", "password: string", "export TOKEN=$GITHUB_TOKEN", "API_KEY=${API_KEY}",
		"max_tokens: 100000", "nextToken = page.NextPageToken", "key: value", "secret = os.Getenv(\"SECRET\")", "PASSWORD=<your password>",
		"Authorization: Bearer $TOKEN", "https://example.com:8080/a@b", "ssh://git@github.com:22/a/b", "tool --token-file FILE", "--password PASSWORD",
		"the key is under the mat", "tokenizer: bert-base", "password = get_password(user)", `{"token": null}`, "commit 9f8e7d6c5b4a392817069f8e7d6c5b4a39281706",
		"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "if strings.Contains(s, \"-----BEGIN PRIVATE KEY-----\") {", "class=\"sk-fading-circle-animation\"",
		"basic authentication", "the bearer of this letter", "private_key: /etc/ssl/private/key.pem", "token: \"next_page_token\"", "keys: [a, b, c]",
		"primary key (id), foreign key", "a key-value store", "AUTH_MODE=required", "secret-santa", "[redacted:aws] and password=[redacted:assignment]",
		"go test ./... -run TestToken/empty_key=true", "--- FAIL: TestPassword (0.00s)", "\\", "%", "%zz \\u12", "mysql -u root -p app",
	} {
		if got := redact.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestSources counts what is replaced in the sources of this project, which have no secrets, but tests with made-up ones.
func TestSources(t *testing.T) {
	t.Parallel()
	const most = 40 // per MB
	size, found := 0, 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if name == "node_modules" || name == "dist" || name == "bin" || name == "out" || strings.HasPrefix(name, ".") && len(name) > 2 {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".go", ".md", ".ts", ".tsx", ".py", ".sh", ".sql", ".cypher":
		default:
			return nil
		}
		raw, err := os.ReadFile(path) //nolint:gosec // our own sources
		if err != nil {
			return err
		}
		size += len(raw)
		for text := string(raw); text != ""; {
			part := text[:min(len(text), 32<<10)]
			text = text[len(part):]
			got := redact.Text(part)
			n := strings.Count(got, "[redacted:") - strings.Count(part, "[redacted:")
			if n > 0 && testing.Verbose() {
				at := strings.Index(got, "[redacted:")
				t.Logf("%s: %d: %q", path, n, got[max(0, at-60):min(len(got), at+40)])
			}
			found += max(n, 0)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	perMB := float64(found) / (float64(size) / 1e6)
	t.Logf("%d in %d KB: %.1f per MB", found, size/1000, perMB)
	if size < 1e6 || perMB > most {
		t.Errorf("%.1f per MB, more than %d", perMB, most)
	}
}

func FuzzText(f *testing.F) {
	for _, m := range secrets(1) {
		f.Add(m.text)
	}
	f.Add("a=%2541 \\\\u0041 Cookie: a=[redacted:x] ://:b@ -----BEGIN PRIVATE KEY-----")
	f.Fuzz(func(t *testing.T, text string) {
		got := redact.Text(text)
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func BenchmarkText(b *testing.B) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	if err != nil {
		b.Fatal(err)
	}
	text := string(raw[:10<<10])
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		redact.Text(text)
	}
}
