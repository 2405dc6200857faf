package onnx

import (
	"encoding/binary"
	"errors"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// errFile reports bytes that are not a protocol buffers message, or not one of ONNX.
var errFile = errors.New("this is not an ONNX file")

// These are the numbers of the fields that are read (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
const (
	modelGraph       = 7
	graphNode        = 1
	graphInitializer = 5
	nodeInput        = 1
	nodeOutput       = 2
	nodeOperator     = 4
	tensorDims       = 1
	tensorType       = 2
	tensorFloats     = 4
	tensorIntegers   = 5
	tensorName       = 8
	tensorRaw        = 9
)

// These are the types of numbers in a tensor.
const (
	typeFloat = 1
	typeUint8 = 2
	typeInt8  = 3
)

// graph is the part of an ONNX file that is used.
type graph struct {
	tensors map[string]*tensor
	// factors maps a MatMulInteger output to the name of the matrix that it is computed with.
	factors map[string]string
}

type tensor struct {
	dims []int
	kind uint64
	raw  []byte
}

// eachField calls a function for each field of a message. It passes the bytes of a field with a length, and
// the number of a numeric field.
func eachField(message []byte, call func(field protowire.Number, bytes []byte, number uint64) error) error {
	for len(message) > 0 {
		field, kind, length := protowire.ConsumeTag(message)
		if length < 0 {
			return errFile
		}
		message = message[length:]
		var bytes []byte
		var number uint64
		switch kind {
		case protowire.BytesType:
			bytes, length = protowire.ConsumeBytes(message)
		case protowire.VarintType:
			number, length = protowire.ConsumeVarint(message)
		default:
			length = protowire.ConsumeFieldValue(field, kind, message)
		}
		if length < 0 {
			return errFile
		}
		message = message[length:]
		if err := call(field, bytes, number); err != nil {
			return err
		}
	}
	return nil
}

func parse(file []byte) (*graph, error) {
	g := &graph{tensors: map[string]*tensor{}, factors: map[string]string{}}
	err := eachField(file, func(field protowire.Number, bytes []byte, _ uint64) error {
		if field != modelGraph {
			return nil
		}
		return eachField(bytes, func(field protowire.Number, bytes []byte, _ uint64) error {
			switch field { //nolint:exhaustive // the others are skipped
			case graphNode:
				return g.addNode(bytes)
			case graphInitializer:
				return g.addTensor(bytes)
			}
			return nil
		})
	})
	if err == nil && len(g.tensors) == 0 {
		err = errFile
	}
	return g, err
}

func (g *graph) addNode(message []byte) error {
	var inputs, outputs []string
	var operator string
	err := eachField(message, func(field protowire.Number, bytes []byte, _ uint64) error {
		switch field { //nolint:exhaustive // the others are skipped
		case nodeInput:
			inputs = append(inputs, string(bytes))
		case nodeOutput:
			outputs = append(outputs, string(bytes))
		case nodeOperator:
			operator = string(bytes)
		}
		return nil
	})
	if err == nil && operator == "MatMulInteger" && len(inputs) > 1 && len(outputs) > 0 {
		g.factors[outputs[0]] = inputs[1]
	}
	return err
}

func (g *graph) addTensor(message []byte) error {
	var name string
	t := &tensor{}
	err := eachField(message, func(field protowire.Number, bytes []byte, number uint64) error {
		switch field { //nolint:exhaustive // the others are skipped
		case tensorDims:
			return t.addDims(bytes, number)
		case tensorType:
			t.kind = number
		case tensorFloats: // packed, as raw ones are
			t.raw = bytes
		case tensorIntegers:
			return t.addIntegers(bytes, number)
		case tensorName:
			name = string(bytes)
		case tensorRaw:
			t.raw = bytes
		}
		return nil
	})
	g.tensors[name] = t
	return err
}

// eachNumber calls a function for a number, or for each of the numbers packed into bytes.
func eachNumber(packed []byte, number uint64, call func(uint64) error) error {
	if packed == nil {
		return call(number)
	}
	for len(packed) > 0 {
		number, length := protowire.ConsumeVarint(packed)
		if length < 0 {
			return errFile
		}
		packed = packed[length:]
		if err := call(number); err != nil {
			return err
		}
	}
	return nil
}

func (t *tensor) addDims(packed []byte, number uint64) error {
	return eachNumber(packed, number, func(dim uint64) error {
		if dim > math.MaxInt32 || len(t.dims) == 8 {
			return errFile
		}
		t.dims = append(t.dims, int(dim))
		return nil
	})
}

// addIntegers adds numbers of 8 bits. Small tensors store them as larger integers.
func (t *tensor) addIntegers(packed []byte, number uint64) error {
	return eachNumber(packed, number, func(integer uint64) error {
		t.raw = append(t.raw, byte(integer)) //nolint:gosec // the sign is in the lowest 8 bits too
		return nil
	})
}

// floats returns the numbers of a tensor of 32-bit floating point numbers.
func (t *tensor) floats() []float32 {
	numbers := make([]float32, len(t.raw)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.raw[4*i:]))
	}
	return numbers
}
