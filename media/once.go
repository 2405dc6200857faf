package media

import "plotline/media/fields"

// carried is the member of a metadata file that names the operation which was carried into it last.
const carried = "plotlineRename"

// RenamedBy is Renamed for an operation that may be told of twice, as after a crash: of the one that was
// carried in last it does nothing. Its name, which must tell it from every other, is kept in the file.
func (m *Metadata) RenamedBy(operation string, moved map[Path]Path) {
	known := m.kept.object()
	if last, err := fields.Text(known.Get(carried)); err == nil && last == operation {
		return
	}
	m.Renamed(moved)
	m.kept = kept(known.Write(fields.Known{Name: carried, Value: fields.Quote(operation)}))
}
