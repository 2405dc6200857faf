package media_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/media"
)

func TestFileNames(t *testing.T) {
	t.Parallel()
	long := "/" + strings.Repeat("é", 99) // 199 bytes
	for folder, want := range map[media.Path]string{
		"/media/show":              "_media_show.json",
		`/a\b:c?d*e|f<g>h"i`:       "_a_b_c_d_e_f_g_h_i.json",
		"/C:/Users/x":              "_C__Users_x.json",
		"//server/share/x":         "__server_share_x.json",
		"/caf\u00e9":               "_caf\u00e9.json",
		"/cafe\u0301":              "_cafe\u0301.json",
		media.Path(long + "a"):     "_" + strings.Repeat("é", 99) + "a.json",
		media.Path(long + "é"):     media.HashedName(media.Path(long + "é")),
		media.Path(long + "/more"): media.HashedName(media.Path(long + "/more")),
	} {
		s := newShelf(t)
		if err := s.Update(t.Context(), folder, setType("x")); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{want}, s.files(t)); diff != "" || len(want) > 205 {
			t.Errorf("%s: %d bytes\n%s", folder, len(want), diff)
		}
		if m, err := s.Read(t.Context(), folder); err != nil || m.MediaFolderPath != folder {
			t.Errorf("%v, %v", m, err)
		}
	}
}

func TestCollidingFoldersHaveSeparateFiles(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folders := []media.Path{"/a/b_c", "/a/b/c", "/a_b/c"}
	var group sync.WaitGroup
	for range 3 {
		for _, folder := range folders {
			group.Go(func() {
				if err := s.Update(t.Context(), folder, func(m *media.Metadata) error {
					m.Type += string(folder)
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	for _, folder := range folders {
		m, err := s.Read(t.Context(), folder)
		if err != nil || m.MediaFolderPath != folder || m.Type != media.TypeTVShow+strings.Repeat(string(folder), 3) {
			t.Errorf("%s: %v, %v", folder, m, err)
		}
	}
	if names := s.files(t); len(names) != 3 {
		t.Errorf("%v", names)
	}
}

// hasTypes checks the types of folders.
func (s *shelf) hasTypes(t *testing.T, want map[media.Path]string) {
	t.Helper()
	for folder, typ := range want {
		if m, err := s.Read(t.Context(), folder); err != nil || m.Type != typ {
			t.Errorf("%s: %v, %v", folder, m, err)
		}
	}
}

func TestTheFilesOwnPathDecides(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "_m.json", `{"mediaFolderPath":"/other","type":"another"}`)
	s.put(t, "renamed by hand.json", `{"mediaFolderPath":"/m/","type":"mine"}`)
	for range 2 { // from the disk, then from memory
		s.hasTypes(t, map[media.Path]string{"/m": "mine", "/other": "another"})
	}
	if err := s.Update(t.Context(), "/m", setType("changed")); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "renamed by hand.json"); !strings.Contains(got, "changed") || !strings.Contains(got, `"/m/"`) {
		t.Error(got)
	}
}

// TestOtherNamesAreRemembered checks that files with other names are read again only if they have
// changed.
func TestOtherNamesAreRemembered(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	put := func(text string, age time.Duration) {
		t.Helper()
		s.put(t, "by hand.json", text)
		at := time.Now().Add(-age)
		if err := os.Chtimes(s.path("by hand.json"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	knows := func(folder media.Path, want bool) {
		t.Helper()
		if _, err := s.Read(t.Context(), folder); (err == nil) != want {
			t.Errorf("%s: %v", folder, err)
		}
	}
	put(`{"mediaFolderPath":"/m"}`, time.Hour)
	for range 2 {
		knows("/m", true)
		knows("/n", false)
	}
	put(`{"mediaFolderPath":"/n"}`, time.Minute)
	knows("/m", false)
	knows("/n", true)
	put(`{"mediaFolderPath":"/m"}`, 0) // too recent to trust its timestamp
	knows("/m", true)
	put(`{"mediaFolderPath":"/n"}`, 0)
	knows("/n", true)
}

// TestDrivesAsSMMWritesThem checks that SMM's /C/Users/x is found as /C:/Users/x.
func TestDrivesAsSMMWritesThem(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "_C_Users_x.json", `{"mediaFolderPath":"/C/Users/x","type":"smm"}`)
	s.put(t, "_D__x.json", `{"mediaFolderPath":"/D:/x","type":"ours"}`)
	s.put(t, "odd.json", `{"mediaFolderPath":"/E/x","type":"odd"}`)
	s.hasTypes(t, map[media.Path]string{
		"/C:/Users/x": "smm", "/C/Users/x": "smm", "/D:/x": "ours", "/D/x": "ours", "/E:/x": "odd", "/E/x": "odd",
	})
	if err := s.Update(t.Context(), "/C:/Users/x", setType("changed")); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "_C_Users_x.json"); !strings.Contains(got, "changed") || !strings.Contains(got, `"/C/Users/x"`) {
		t.Error(got)
	}
	s.put(t, "_C__Users_x.json", `{"mediaFolderPath":"/C:/Users/x","type":"both"}`)
	if m, err := s.Read(t.Context(), "/C:/Users/x"); err != nil || m.Type != "both" {
		t.Errorf("the exact path does not come first: %v, %v", m, err)
	}
}

func TestLongNameOfSMM(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folder := "/" + strings.Repeat("x", 230)
	s.put(t, "_"+folder[1:]+".json", fmt.Sprintf(`{"mediaFolderPath":%q,"type":"smm"}`, folder))
	if m, err := s.Read(t.Context(), media.Path(folder)); err != nil || m.Type != "smm" {
		t.Errorf("%v, %v", m, err)
	}
}
