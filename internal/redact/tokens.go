package redact

import (
	"strings"
	"sync"
)

// The characters of tokens after their prefix.
const (
	digits      = "0123456789"
	upper       = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + digits
	alnum       = upper + "abcdefghijklmnopqrstuvwxyz"
	hexDigits   = digits + "abcdefABCDEF"
	word        = alnum + "_-"
	dotted      = word + "."
	base64Chars = alnum + "+/="
)

// token is a kind of secret that its issuer gave a prefix.
type token struct {
	id       string
	prefixes string // separated by blanks
	chars    string // what may follow
	least    int    // how many must follow
}

// issued lists the tokens by prefix. A longer prefix stands before a shorter one.
var issued = []token{
	{"adobe", "p8e-", alnum, 32},
	{"age", "AGE-SECRET-KEY-1", upper, 50},
	{"alibaba", "LTAI", alnum, 17},
	{"anthropic", "sk-ant-", word, 20},
	{"artifactory", "AKCp", alnum, 60},
	{"atlassian", "ATATT3 ATCTT3 ATBB", word + "=", 24},
	{"aws", "AKIA ASIA ABIA ACCA", upper, 16},
	{"cerebras", "csk-", alnum, 40},
	{"clojars", "CLOJARS_", alnum, 50},
	{"cloudflare", "cfut_ cfat_", alnum, 30},
	{"contentful", "CFPAT-", word, 40},
	{"databricks", "dapi", hexDigits, 32},
	{"digitalocean", "dop_v1_ doo_v1_ dor_v1_", hexDigits, 40},
	{"docker", "dckr_pat_ dckr_oat_", word, 20},
	{"doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim.", alnum, 40},
	{"duffel", "duffel_live_ duffel_test_", word + "=", 40},
	{"dynatrace", "dt0c01.", dotted, 60},
	{"easypost", "EZAK EZTK", alnum, 54},
	{"facebook", "EAAM EAAC", alnum, 80},
	{"figma", "figd_", word, 30},
	{"flutterwave", "FLWSECK_TEST- FLWSECK-", alnum, 12},
	{"fly", "fo1_ fm1r_ fm1a_ fm2_", word + "+/=", 40},
	{"frameio", "fio-u-", word + "=", 60},
	{"github", "ghp_ gho_ ghu_ ghs_ ghr_", alnum, 30},
	{"github", "github_pat_", word, 30},
	{"gitlab", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- GR1348941", dotted, 18},
	{"gitlab", "_gitlab_session=", hexDigits, 32},
	{"google", "AIza", word, 35},
	{"google", "ya29. GOCSPX-", dotted, 20},
	{"grafana", "glsa_ glc_", word + "+/=", 30},
	{"groq", "gsk_", alnum, 40},
	{"harness", "pat. sat.", dotted, 60},
	{"heroku", "HRKU-", word, 30},
	{"hubspot", "pat-na1- pat-eu1-", word, 30},
	{"huggingface", "hf_ api_org_", alnum, 30},
	{"jwt", "ZXlK", base64Chars, 60}, // one that is encoded twice
	{"infracost", "ico-", alnum, 32},
	{"intra42", "s-s4t2ud- s-s4t2af-", hexDigits, 60},
	{"jina", "jina_", word, 40},
	{"langsmith", "lsv2_pt_ lsv2_sk_", word, 30},
	{"linear", "lin_api_ lin_oauth_", alnum, 30},
	{"mailgun", "key- pubkey-", hexDigits, 32},
	{"mapbox", "pk. sk.", dotted, 80},
	{"netlify", "nfp_", alnum, 36},
	{"newrelic", "NRAK- NRII- NRJS- NRRA-", word, 19},
	{"notion", "ntn_ secret_", alnum, 40},
	{"npm", "npm_", alnum, 30},
	{"nvidia", "nvapi-", word, 40},
	{"onepassword", "A3-", upper + "-", 30},
	{"onepassword", "ops_eyJ", word + "=", 100},
	{"openrouter", "sk-or-", word, 20},
	{"openshift", "sha256~", word, 40},
	{"perplexity", "pplx-", alnum, 40},
	{"plaid", "access-sandbox- access-development- access-production-", word, 30},
	{"planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_", dotted, 30},
	{"postman", "PMAK-", word, 50},
	{"posthog", "phx_ phc_", alnum, 40},
	{"prefect", "pnu_", alnum, 36},
	{"pulumi", "pul-", hexDigits, 40},
	{"pypi", "pypi-", word, 40},
	{"readme", "rdme_", alnum, 60},
	{"replicate", "r8_", alnum, 30},
	{"resend", "re_", alnum, 32},
	{"rubygems", "rubygems_", hexDigits, 40},
	{"scalingo", "tk-us-", word, 40},
	{"sendgrid", "SG.", dotted, 38},
	{"sendinblue", "xkeysib- xsmtpsib-", word, 60},
	{"sentry", "sntrys_ sntryu_", word + "+/=.", 40},
	{"settlemint", "sm_aat_ sm_pat_ sm_sat_", alnum, 16},
	{"shippo", "shippo_live_ shippo_test_", hexDigits, 40},
	{"shopify", "shpat_ shpca_ shppa_ shpss_", hexDigits, 32},
	{"slack", "xoxb- xoxp- xoxa- xoxe- xoxo- xoxr- xoxs- xoxc- xoxd- xoxe. xapp-", dotted + "%", 10},
	{"sourcegraph", "sgp_", word, 40},
	{"square", "EAAA sq0atp- sq0csp- sq0idp-", word, 22},
	{"stripe", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", alnum, 10},
	{"stripe", "whsec_", base64Chars, 20},
	{"supabase", "sbp_ sb_secret_", word, 30},
	{"tailscale", "tskey-", word, 20},
	{"tavily", "tvly-", word, 20},
	{"twilio", "SK AC", hexDigits, 32},
	{"typeform", "tfp_", dotted, 59},
	{"vault", "hvs. hvb. hvr.", word, 20},
	{"vercel", "vcp_ vci_ vca_ vcr_ vck_", alnum, 24},
	{"xai", "xai-", alnum, 40},
	{"yandex", "AQVN AQVM", word, 35},
	{"yandex", "t1.", dotted + "=", 80},
	{"zuplo", "zpka_", word, 40},
	{"openai", "sk-", word, 20},
}

// prefix is one prefix of a token.
type prefix struct {
	text string
	of   *token
}

// byFirst returns the prefixes by their first byte.
var byFirst = sync.OnceValue(func() *[256][]prefix {
	var all [256][]prefix
	for i := range issued {
		for text := range strings.FieldsSeq(issued[i].prefixes) {
			all[text[0]] = append(all[text[0]], prefix{text, &issued[i]})
		}
	}
	return &all
})

// tokens finds the tokens that begin with a prefix, where no other word does.
func tokens(s string) []span {
	known := byFirst()
	var spans []span
	for i := 0; i < len(s); i++ {
		if known[s[i]] == nil || i > 0 && isAlnum(s[i-1]) {
			continue
		}
		for _, p := range known[s[i]] {
			if !strings.HasPrefix(s[i:], p.text) {
				continue
			}
			if end := p.of.end(s, i+len(p.text)); end > 0 {
				spans = append(spans, span{i, end, p.of.id})
				i = end - 1
				break
			}
		}
	}
	return spans
}

// end returns where the token ends that has its prefix before a place, or 0 if it is none. A token has a digit and a letter
// after its prefix; a name such as sk-fading-circle-spinner has not.
func (t *token) end(s string, start int) int {
	end, digit, letter := start, false, false
	for ; end < len(s) && strings.IndexByte(t.chars, s[end]) >= 0; end++ {
		isDigit := '0' <= s[end] && s[end] <= '9'
		digit, letter = digit || isDigit, letter || !isDigit && isAlnum(s[end])
	}
	for end > start && (s[end-1] == '.' || s[end-1] == '-') {
		end--
	}
	if t.id == "twilio" || t.id == "aws" { // of one length, and with prefixes that words have, too
		if end-start != t.least || end < len(s) && isAlnum(s[end]) {
			return 0
		}
		digit = true
	}
	if end-start < t.least || !letter || !digit && end-start < 2*t.least {
		return 0
	}
	return end
}

func isAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
