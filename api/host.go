package api

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
)

// hostNames holds the names that the Host header may contain. It stops DNS rebinding: a page that points its
// own name to this machine sends that name.
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

// holds reports whether host, with or without a port, is allowed, is a loopback address, or is the address of
// the connection.
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

// hosts rejects requests whose Host header is not allowed, which stops DNS rebinding.
func (g *admission) hosts(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if !g.hostNames.holds(r.Host, local) {
			g.refused(refusedHost)
			return fault.Newf(fault.PermissionDenied,
				"this server does not accept the host name %.200q; to allow it, start the server with --allow-host", hostname(r.Host))
		}
		return next(c)
	}
}
