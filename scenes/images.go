package scenes

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"plotline/internal/fault"
)

const (
	// imageBytes limits the data: images of one call together.
	imageBytes = 8 << 20
	// lookupTime limits the DNS lookup of an image's host.
	lookupTime = 2 * time.Second
)

// ImagePolicy decides which image URLs go to the model. The model's endpoint fetches them, so a caller must not use
// it to reach hosts inside the endpoint's network.
type ImagePolicy struct {
	// Hosts are the only hosts that http and https URLs may name, public or not; "*.name" allows every host below
	// name. Empty allows every public host: no address or name of a private, loopback or link-local network.
	Hosts []string
	// Lookup resolves a host name; nil uses the system's resolver.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
}

// images checks image URLs. Plotline passes them to the model and fetches none.
func (s *Service) images(ctx context.Context, urls []string) error {
	size := 0
	for i, text := range urls {
		if strings.HasPrefix(text, "data:") {
			if !isImageData(text) {
				return notImage(i, text)
			}
			if size += len(text); size > imageBytes {
				return fault.Invalid("the images in imageUrls may have at most %d kB in total; make them smaller or send fewer", imageBytes>>10).At(i)
			}
			continue
		}
		at, err := url.Parse(text)
		if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Hostname() == "" || at.User != nil {
			return notImage(i, text)
		}
		if !s.cfg.Images.allows(ctx, at.Hostname()) {
			return fault.Invalid("imageUrls[%d] names a host that is not allowed: '%.60s'; send the image itself as data:image/…;base64,…, or ask the operator to allow the host with --image-host",
				i, at.Hostname()).At(i)
		}
	}
	return nil
}

func notImage(i int, text string) error {
	return fault.Invalid("imageUrls[%d] must be an http or https address, or data:image/…;base64,…: '%.60s'", i, text).At(i)
}

func isImageData(text string) bool {
	kind, content, cut := strings.Cut(strings.TrimPrefix(text, "data:"), ",")
	return cut && content != "" && strings.HasPrefix(kind, "image/") && !strings.ContainsAny(text, " \t\r\n")
}

// allows checks a host. It accepts a name that does not resolve here: the endpoint may know other names, and the
// owner of a name can change its addresses after the check anyway.
func (p ImagePolicy) allows(ctx context.Context, host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if len(p.Hosts) > 0 {
		return slices.ContainsFunc(p.Hosts, func(allowed string) bool {
			below, wild := strings.CutPrefix(strings.ToLower(allowed), "*")
			return host == below || wild && strings.HasSuffix(host, below)
		})
	}
	if at, err := netip.ParseAddr(host); err == nil {
		return isPublic(at)
	}
	if !isPublicName(host) {
		return false
	}
	lookup := p.Lookup
	if lookup == nil {
		lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	found, _ := lookup(ctx, host)
	return !slices.ContainsFunc(found, func(at netip.Addr) bool { return !isPublic(at) })
}

// isPublicName rejects names of the local machine and network, and forms that lenient parsers read as an IPv4
// address: 2130706433, 0x7f.1, 127.1.
func isPublicName(host string) bool {
	at := strings.LastIndexByte(host, '.')
	last := host[at+1:]
	if at <= 0 || last == "" || last[0] >= '0' && last[0] <= '9' || strings.ContainsFunc(host, notInHost) {
		return false
	}
	return !slices.Contains([]string{"localhost", "localdomain", "local", "internal", "intranet", "lan", "home", "corp", "private"}, last) &&
		!strings.HasSuffix(host, ".home.arpa")
}

// notInHost reports characters that a parser may turn into another name. Letters beyond ASCII must be given as
// punycode.
func notInHost(r rune) bool {
	return r >= utf8.RuneSelf || r <= ' ' || strings.ContainsRune(`%\`, r)
}

// special lists networks that are not public and that netip does not report (RFC 6890 and later): "this" network,
// shared address space, protocol assignments, benchmarks, documentation, reserved, and the IPv6 prefixes that hold an
// IPv4 address.
var special = func() (list []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10",
	} {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}()

// isPublic reports whether an address belongs to the internet.
func isPublic(at netip.Addr) bool {
	if at.Zone() != "" {
		return false
	}
	at = at.Unmap()
	return at.IsGlobalUnicast() && !at.IsPrivate() &&
		!slices.ContainsFunc(special, func(network netip.Prefix) bool { return network.Contains(at) })
}
