package input

import (
	"reflect"
	"testing"
)

// TestDuplicateFieldName builds the struct with reflect, because go vet rejects a literal with a duplicate name.
func TestDuplicateFieldName(t *testing.T) {
	t.Parallel()
	duplicate := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
		{Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
	})
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	planOf(duplicate)
}

func TestPlanIsReadOnce(t *testing.T) {
	t.Parallel()
	type own struct {
		A int `json:"a"`
	}
	if first, second := planOf(reflect.TypeFor[own]()), planOf(reflect.TypeFor[own]()); first != second {
		t.Error("the tags of a type are read at every call")
	}
}
