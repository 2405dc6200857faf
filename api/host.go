package api

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"github.com/labstack/echo/v4"

	"plotline/graph/fault"
)

// hostNames are the names that a request may call us by. A page that had its own name point to this
// machine (DNS rebinding) would come with that name.
type hostNames map[string]bool

func newHostNames(allowed []string) hostNames {
	names := hostNames{"localhost": true}
	if own, err := os.Hostname(); err == nil {
		names[strings.ToLower(own)] = true
	}
	for _, name := range allowed {
		names[strings.ToLower(name)] = true
	}
	return names
}

// holds tells whether host, with or without a port, is one of ours: a name that was allowed, or the
// address that the connection came in by.
func (n hostNames) holds(host string, local net.Addr) bool {
	name := strings.ToLower(hostname(host))
	if n[name] {
		return true
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	return ip.IsLoopback() || (local != nil && hostname(local.String()) == ip.String())
}

func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	if inner, is := strings.CutPrefix(hostport, "["); is && strings.HasSuffix(inner, "]") {
		return strings.TrimSuffix(inner, "]")
	}
	return hostport
}

// hosts refuses a request for a host that we are not.
func (g *gate) hosts(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if !g.hostNames.holds(r.Host, local) {
			g.refused(refusedHost)
			return fault.Newf(fault.PermissionDenied,
				"this server is not %.200q; if it shall be, start it with --allow-host", hostname(r.Host))
		}
		return next(c)
	}
}
