package shared_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// checkRefused expects a command to fail as unavailable, and to say so.
func checkRefused(t *testing.T, env []string, useCase, says string) {
	t.Helper()
	args := map[string]any{"query": "Does it work?", "idempotency_key": "k"}
	answer := command(t, append(env, "PLOTLINE_DATA_DIR="+t.TempDir()), useCase, args)
	if answer.Code != fault.Unavailable || !strings.HasSuffix(answer.Details, says) {
		t.Errorf("%s: got %s %q, want %q", useCase, answer.Code, answer.Details, says)
	}
}

// TestWrongAddress checks what is said of a server that is there and is not as its address says.
func TestWrongAddress(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			database := neo4jtest.Open(t, version)
			_, plain, _ := strings.Cut(database.URI, "://")
			certFile, keyFile, _ := serving.Certificate(t)
			pair, err := tls.LoadX509KeyPair(certFile, keyFile)
			if err != nil {
				t.Fatal(err)
			}
			ours, config := "SSL_CERT_FILE="+certFile, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
			secure, named := encrypt(t, "127.0.0.1", plain, config), encrypt(t, "127.0.0.2", plain, config)
			asking := config.Clone()
			asking.ClientAuth, asking.MaxVersion = tls.RequireAnyClientCert, tls.VersionTLS12
			mutual := encrypt(t, "127.0.0.1", plain, asking)
			for name, c := range map[string]struct {
				uri, trust, says string
			}{
				"neo4j+s to a plain server":  {"neo4j+s://" + plain, ours, " does not speak TLS; write neo4j:// in --neo4j-uri"},
				"bolt+ssc to a plain server": {"bolt+ssc://" + plain, ours, " does not speak TLS; write bolt:// in --neo4j-uri"},
				"an unknown authority": {
					"bolt+s://" + secure, "", " has a certificate of an authority that this machine does not trust; add the authority to " +
						"those it trusts, or write bolt+ssc:// in --neo4j-uri, which checks no certificate",
				},
				"another name": {
					"bolt+s://" + named, ours,
					" has a certificate for another name; write the name of the certificate in --neo4j-uri",
				},
				"a certificate of the client": {
					"bolt+s://" + mutual, ours, " broke the TLS handshake off; check which versions of TLS it accepts, and whether it asks for a certificate",
				},
				"trusted":   {"bolt+s://" + secure, ours, ""},
				"unchecked": {"bolt+ssc://" + secure, "", ""},
			} {
				env := append(database.Env(), "NEO4J_URI="+c.uri, "PLOTLINE_WORKSPACE="+database.Workspace(t, labels...))
				if c.trust != "" {
					env = append(env, c.trust)
				}
				t.Log(name)
				if c.says != "" {
					checkRefused(t, env, "list_episodes", c.says)
				} else if answer := command(t, append(env, "PLOTLINE_DATA_DIR="+t.TempDir()), "list_episodes", nil); answer.Code != "" {
					t.Errorf("got %s %q", answer.Code, answer.Details)
				}
			}
			checkRefused(t, append(database.Env(), "NEO4J_DATABASE=nowhere"), "list_episodes", " has no database named 'nowhere'; correct --neo4j-database")
		})
	}
}

// encrypt starts a server that speaks TLS and forwards to a plain one. It returns its address.
func encrypt(t *testing.T, host, plain string, config *tls.Config) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", host+":0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	done, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(func() {
		stop()
		_ = listener.Close()
		open.Wait()
	})
	open.Go(func() {
		for {
			raw, err := listener.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer func() { _ = raw.Close() }()
				server, err := new(net.Dialer).DialContext(done, "tcp", plain)
				if err != nil {
					return
				}
				defer context.AfterFunc(done, func() { _ = raw.Close() })()
				client := tls.Server(raw, config)
				open.Go(func() {
					_, _ = io.Copy(client, server)
					_ = client.Close()
				})
				_, _ = io.Copy(server, client)
				_ = server.Close()
			})
		}
	})
	return listener.Addr().String()
}

// TestFailedProcedure drops the text index. A search then fails in the procedure that reads it, and names the index.
func TestFailedProcedure(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			database := neo4jtest.OpenDedicated(t, version)
			client := openDoor(t, "REST", append(database.Env(), patience, "PLOTLINE_DATA_DIR="+t.TempDir()))
			if answer := client(t, "create_episode", map[string]any{"query": "Was it found?", "reward": 1}); answer.Code != "" {
				t.Fatalf("got %s %q", answer.Code, answer.Details)
			}
			_, err := neo4j.ExecuteQuery(t.Context(), database.Driver(t), "DROP INDEX plotline_episode_index", nil, neo4j.EagerResultTransformer)
			if err != nil {
				t.Fatal(err)
			}
			answer := client(t, "search_episodes", map[string]any{"query": "found"})
			const says = "the index plotline_episode_index is missing; to make what is missing, run: plotline doctor --repair"
			if answer.Code != fault.Unavailable || !strings.Contains(answer.Details, says) {
				t.Errorf("got %s %q", answer.Code, answer.Details)
			}
		})
	}
}
