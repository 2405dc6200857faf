package output

import (
	"reflect"
	"strings"

	"plotline/internal/input"
)

var objectType = reflect.TypeFor[input.Object]()

// withoutNilLists returns a copy of a result in which nil lists are empty, because JSON would show them as
// null. Fields tagged nullable keep their null, and omitted fields stay omitted.
func withoutNilLists(value any) any {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Struct {
		return value
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	fillFields(c)
	return c.Interface()
}

func fillFields(v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		keeps := field.Tag.Get("nullable") == "true" || strings.Contains(field.Tag.Get("json"), ",omit")
		if field.IsExported() && (!keeps || !v.Field(i).IsZero()) {
			fill(v.Field(i))
		}
	}
}

func fill(v reflect.Value) {
	switch v.Kind() { //nolint:exhaustive // nothing else holds a list
	case reflect.Struct:
		fillFields(v)
	case reflect.Slice:
		fillList(v)
	}
}

func fillList(v reflect.Value) {
	switch {
	case v.Type() == objectType:
		return
	case v.IsNil():
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return
	}
	if kind := v.Type().Elem().Kind(); kind != reflect.Struct && kind != reflect.Slice {
		return
	}
	// The items may be shared, so only the copy is changed.
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(c, v)
	for i := range c.Len() {
		fill(c.Index(i))
	}
	v.Set(c)
}
