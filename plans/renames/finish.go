package renames

import (
	"errors"
	"fmt"
)

// finish cleans up after a committed operation. It removes holds, and folders that an undo left empty.
// After an apply the journal becomes a record.
func (o *operation) finish() error {
	if err := o.removeHolds(); err != nil {
		return err
	}
	o.removeFolders(o.Unmade)
	if err := o.sync(); err != nil {
		return err
	}
	if err := o.keepRecord(); err != nil {
		return err
	}
	return o.journals.remove(o.file())
}

// removeHolds removes the originals of copied files whose copies are present.
func (o *operation) removeHolds() error {
	var errs []error
	for n := range o.Entries {
		e, hold := &o.Entries[n], o.hold(n)
		if !e.Copied {
			continue
		}
		held, err := o.stat(hold)
		if err != nil || held == nil {
			errs = append(errs, err)
			continue
		}
		target, err := o.stat(e.To)
		switch {
		case err != nil:
			errs = append(errs, err)
		case target == nil || !e.Target.matches(identityOf(target)):
			errs = append(errs, fmt.Errorf("the copy of %q is not at %q, so the original stays at %q", e.From, e.To, hold))
		default:
			errs = append(errs, o.discard(hold))
		}
	}
	return errors.Join(errs...)
}

// keepRecord writes the record that Undo needs after an apply, and removes it after an undo.
func (o *operation) keepRecord() error {
	record := o.journals.recordPath(o.ID)
	if o.Undo {
		return o.journals.remove(record)
	}
	content := *o.journal
	content.State = applied
	return o.journals.write(record, &content)
}
