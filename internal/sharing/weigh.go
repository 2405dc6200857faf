package sharing

import (
	"reflect"
	"time"
)

// valueWeight is the overhead of a value in JSON, in bytes: its field's name, quotes and commas.
const valueWeight = 20

var timeType = reflect.TypeFor[time.Time]()

// Weigh estimates the size of a result's JSON in bytes: its texts, plus valueWeight per value.
func Weigh(result any) int64 { return weighValue(reflect.ValueOf(result)) }

func weighValue(v reflect.Value) int64 {
	sum := int64(valueWeight)
	switch v.Kind() { //nolint:exhaustive // the others have one size
	case reflect.String:
		sum += int64(v.Len())
	case reflect.Slice, reflect.Array:
		sum += weighList(v)
	case reflect.Map:
		for all := v.MapRange(); all.Next(); {
			sum += weighValue(all.Key()) + weighValue(all.Value())
		}
	case reflect.Struct:
		if v.Type() == timeType { // its pointer leads to the whole time zone
			return 2 * valueWeight
		}
		for _, field := range v.Fields() {
			sum += weighValue(field)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			sum += weighValue(v.Elem())
		}
	}
	return sum
}

// weighList computes the weight of fixed-size items from their number.
func weighList(v reflect.Value) (sum int64) {
	switch kind := v.Type().Elem().Kind(); {
	case kind == reflect.Uint8:
		return int64(v.Len())
	case kind <= reflect.Complex128:
		return int64(v.Len()) * valueWeight
	}
	for i := range v.Len() {
		sum += weighValue(v.Index(i))
	}
	return sum
}
