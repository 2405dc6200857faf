package input

import (
	"reflect"
	"testing"
)

// A struct literal with one name twice would not pass go vet; reflect makes one all the same.
func TestOneNameTwice(t *testing.T) {
	t.Parallel()
	twice := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
		{Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
	})
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	planOf(twice)
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
