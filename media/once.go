package media

import "plotline/media/fields"

// lastOperationField is the member of a metadata file that names the last operation applied by RenamedBy.
const lastOperationField = "plotlineRename"

// RenamedBy is Renamed for an operation that may be applied twice, as after a crash. It does nothing if
// the operation was the last one applied. The operation's name must be unique and is stored in the file.
func (m *Metadata) RenamedBy(operation string, moved map[Path]Path) {
	known := m.kept.object()
	if last, err := fields.Text(known.Get(lastOperationField)); err == nil && last == operation {
		return
	}
	m.Renamed(moved)
	m.kept = kept(known.Write(fields.Known{Name: lastOperationField, Value: fields.Quote(operation)}))
}
