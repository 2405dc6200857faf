package neo4jstore

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"
)

// Config holds the database to use and its limits. Zero values mean the defaults.
type Config struct {
	URI      string // neo4j://host:7687, neo4j+s://…, bolt://…
	Username string
	Password string
	Database string // default: the user's home database

	MaxConnections int           // default 50; each transaction takes 2 MB on the server
	ConnectTimeout time.Duration // to open one connection; default 3 s
	RetryTimeout   time.Duration // for retries of transient errors; default 15 s
	QueryTimeout   time.Duration // for calls whose context has no deadline; default 1 min

	UserAgent string // default plotline

	// Observe, if set, is called with each statement before it is sent. Benchmarks use it to run the same statement
	// with the driver alone.
	Observe func(statement string, params map[string]any)
}

// The driver's URI schemes. neo4j routes and bolt does not. Without a suffix they are unencrypted; +s checks the
// certificate and +ssc does not.
var schemes = []string{"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"}

const defaultPort = "7687"

// Errors of New. None repeats the URI, because it may hold a password.
var (
	errURISecret = errors.New("neo4j-uri must not hold a user or a password: use neo4j-username and neo4j-password")
	errURIForm   = errors.New("neo4j-uri is not a URI; write it as neo4j://host:7687")
	errURINone   = errors.New("neo4j-uri is required, such as neo4j://localhost:7687")
	errURIHost   = errors.New("neo4j-uri has no host; write it as neo4j://host:7687")
	errSystem    = errors.New("neo4j-database must not be 'system', which holds no graphs")
)

// address checks the settings and returns the server's host and port.
func (c Config) address() (string, error) {
	uri, err := url.Parse(c.URI)
	switch {
	case c.URI == "":
		return "", errURINone
	case c.Database == "system":
		return "", errSystem
	case err != nil:
		return "", errURIForm
	case uri.User != nil:
		return "", errURISecret
	case !slices.Contains(schemes, uri.Scheme):
		return "", fmt.Errorf("neo4j-uri has the scheme %q; it must be one of %s", uri.Scheme, strings.Join(schemes, ", "))
	case uri.Hostname() == "":
		return "", errURIHost
	case uri.Port() == "":
		return uri.Host + ":" + defaultPort, nil
	}
	return uri.Host, nil
}

// withDefaults sets missing settings to their defaults.
func (c Config) withDefaults() Config {
	fill(&c.MaxConnections, 50)
	fill(&c.ConnectTimeout, 3*time.Second)
	fill(&c.RetryTimeout, 15*time.Second)
	fill(&c.QueryTimeout, time.Minute)
	fill(&c.UserAgent, "plotline")
	return c
}

func fill[T comparable](setting *T, value T) {
	var zero T
	if *setting == zero {
		*setting = value
	}
}

// driver creates the driver. It opens no connection yet.
func (c Config) driver() (neo4j.DriverWithContext, error) {
	return neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.Username, c.Password, ""), func(d *config.Config) {
		d.UserAgent = c.UserAgent
		d.MaxConnectionPoolSize = c.MaxConnections
		d.SocketConnectTimeout = c.ConnectTimeout
		// Calls never wait here for a free connection, see Store.slots. This time is for resolving the address, dialling
		// and the handshake, perhaps with several members of a cluster.
		d.ConnectionAcquisitionTimeout = 3 * c.ConnectTimeout
		// Find connections that a firewall has dropped silently before they are used.
		d.ConnectionLivenessCheckTimeout = time.Minute
		// A single attempt: the driver would sleep a second before the next one. Store.again decides instead.
		d.MaxTransactionRetryTime = time.Nanosecond
		// One record holds a whole answer, so there is nothing to fetch in batches.
		d.FetchSize = neo4j.FetchAll
		// Notifications are not used, so the server need not compute them.
		d.NotificationsMinSeverity = notifications.DisabledLevel
		d.TelemetryDisabled = true
	})
}
