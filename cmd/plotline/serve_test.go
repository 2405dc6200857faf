package main

import "testing"

// TestTimeZone checks that serve takes the names of time zones, in any zone of the machine.
func TestTimeZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Europe/Berlin", "Asia/Kathmandu", "America/Argentina/Buenos_Aires"} {
		c := serveCommand{TimeZone: name}
		if zone, err := c.zone(); err != nil || zone.String() != name {
			t.Errorf("%s: %v, %v", name, zone, err)
		}
	}
	for _, name := range []string{"Berlin", "CEST", "+02:00", "../UTC", "/etc/localtime"} {
		c := serveCommand{TimeZone: name}
		if zone, err := c.zone(); err == nil {
			t.Errorf("%s: %v", name, zone)
		}
	}
}
