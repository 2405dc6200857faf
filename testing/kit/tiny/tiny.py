"""Writes tiny.onnx, tiny-tokenizer.json and tiny.json.

They are a made-up encoder with the names and the quantised form of the real one, and the vectors that
onnxruntime computes with it.

    venv/bin/pip install onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
    venv/bin/python tiny.py

tiny.json has two normalised vectors for each list of tokens. "graph" is that of tiny.onnx. "exact" is that of
the same weights without rounding activations to bytes.
"""

import json

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

WIDTH, HEADS, INNER, LAYERS, POSITIONS = 32, 2, 48, 2, 24
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "order", "##s", "arrive", "twice", "!", "the", "queue"] + [
    "w%d" % i for i in range(28)
]
random = numpy.random.default_rng(7)


class Builder:
    """Collects the nodes and tensors of one graph. A rounded graph multiplies bytes, the other one floats."""

    def __init__(self, weights, rounded):
        self.weights, self.rounded = weights, rounded
        self.nodes, self.tensors = [], {}

    def tensor(self, name, array):
        self.tensors[name] = numpy_helper.from_array(numpy.asarray(array), name)
        return name

    def add(self, operator, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def floats(self, name, array):
        return self.tensor(name, numpy.asarray(array, dtype=numpy.float32))

    def integers(self, name, array):
        return self.tensor(name, numpy.asarray(array, dtype=numpy.int64))

    def table(self, name, indices):
        numbers, scale = self.weights[name]
        self.tensor(name + "_quantized", numbers)
        # As in the real file: small tensors have their numbers of 8 bits in int32_data.
        self.tensors[name + "_zero_point"] = helper.make_tensor(name + "_zero_point", TensorProto.UINT8, [], [128])
        self.tensors[name + "_scale"] = helper.make_tensor(name + "_scale", TensorProto.FLOAT, [], [scale])
        rows = self.add("Gather", [name + "_quantized", indices], name + ".rows")
        return self.add("DequantizeLinear", [rows, name + "_scale", name + "_zero_point"], name + ".floats")

    def normalise(self, x, name):
        mean = self.add("ReduceMean", [x], name + ".mean", axes=[-1])
        centred = self.add("Sub", [x, mean], name + ".centred")
        squares = self.add("Mul", [centred, centred], name + ".squares")
        variance = self.add("ReduceMean", [squares], name + ".variance", axes=[-1])
        padded = self.add("Add", [variance, self.floats("epsilon", 1e-12)], name + ".padded")
        root = self.add("Sqrt", [padded], name + ".root")
        unit = self.add("Div", [centred, root], name + ".unit")
        scaled = self.add("Mul", [unit, self.floats(name + ".weight", self.weights[name][0])], name + ".scaled")
        return self.add("Add", [scaled, self.floats(name + ".bias", self.weights[name][1])], name + ".out")

    def multiply(self, x, number, part, layer):
        numbers, scales, bias = self.weights[(layer, part)]
        base = f"/encoder/layer.{layer}/{part}/MatMul"
        weight = f"onnx::MatMul_{number}"
        bias = self.floats(f"encoder.layer.{layer}." + part.replace("/", ".") + ".bias", bias)
        if self.rounded:
            if x + "_quantized" not in [o for n in self.nodes for o in n.output]:
                self.nodes.append(helper.make_node(
                    "DynamicQuantizeLinear", [x], [x + "_quantized", x + "_scale", x + "_zero_point"]))
            self.tensor(weight + "_quantized", numbers)
            self.tensors[weight + "_zero_point"] = helper.make_tensor(
                weight + "_zero_point", TensorProto.INT8, [len(scales)], [0] * len(scales))
            self.floats(weight + "_scale", scales)
            factors = self.add("Mul", [x + "_scale", weight + "_scale"], base + "_scales")
            sums = self.add(
                "MatMulInteger", [x + "_quantized", weight + "_quantized", x + "_zero_point", weight + "_zero_point"],
                base + "_output_0_output_quantized")
            cast = self.add("Cast", [sums], base + "_cast", to=TensorProto.FLOAT)
            product = self.add("Mul", [cast, factors], base + "_output_0")
        else:
            product = self.add("MatMul", [x, self.floats(weight, numbers * scales)], base + "_output_0")
        return self.add("Add", [bias, product], base + "_biased")

    def heads(self, x, order):
        split = self.add("Reshape", [x, self.integers("split", [0, 0, HEADS, WIDTH // HEADS])], x + ".split")
        return self.add("Transpose", [split], x + ".heads", perm=order)

    def layer(self, x, layer):
        number = 100 + 10 * layer
        query, key, value = (
            self.multiply(x, number + i, f"attention/self/{part}", layer) for i, part in enumerate(["query", "key", "value"]))
        scores = self.add(
            "MatMul", [self.heads(query, [0, 2, 1, 3]), self.heads(key, [0, 2, 3, 1])], f"scores{layer}")
        scaled = self.add("Div", [scores, self.floats("root", (WIDTH / HEADS) ** 0.5)], f"scaled{layer}")
        shares = self.add("Softmax", [scaled], f"shares{layer}", axis=3)
        mixed = self.add("MatMul", [shares, self.heads(value, [0, 2, 1, 3])], f"mixed{layer}")
        turned = self.add("Transpose", [mixed], f"turned{layer}", perm=[0, 2, 1, 3])
        joined = self.add("Reshape", [turned, self.integers("join", [0, 0, WIDTH])], f"joined{layer}")
        merged = self.add("Add", [self.multiply(joined, number + 3, "attention/output/dense", layer), x], f"merged{layer}")
        x = self.normalise(merged, f"encoder.layer.{layer}.attention.output.LayerNorm")
        inner = self.multiply(x, number + 4, "intermediate/dense", layer)
        halves = self.add("Div", [inner, self.floats("root2", 2**0.5)], f"halves{layer}")
        error = self.add("Erf", [halves], f"error{layer}")
        plus = self.add("Add", [error, self.floats("one", 1)], f"plus{layer}")
        product = self.add("Mul", [inner, plus], f"product{layer}")
        active = self.add("Mul", [product, self.floats("half", 0.5)], f"active{layer}")
        out = self.add("Add", [self.multiply(active, number + 5, "output/dense", layer), x], f"out{layer}")
        return self.normalise(out, f"encoder.layer.{layer}.output.LayerNorm")

    def model(self):
        words = self.table("embeddings.word_embeddings.weight", "input_ids")
        kinds = self.table("embeddings.token_type_embeddings.weight", "token_type_ids")
        places = self.table("embeddings.position_embeddings.weight", "positions")
        x = self.add("Add", [self.add("Add", [words, kinds], "words"), places], "placed")
        x = self.normalise(x, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            x = self.layer(x, layer)
        inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, [1, None]) for n in ("input_ids", "token_type_ids", "positions")]
        outputs = [helper.make_tensor_value_info(x, TensorProto.FLOAT, [1, None, WIDTH])]
        graph = helper.make_graph(self.nodes, "tiny", inputs, outputs, list(self.tensors.values()))
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=6)


def make_weights():
    weights = {}
    for name, rows in [("word", len(VOCABULARY)), ("token_type", 2), ("position", POSITIONS)]:
        numbers = random.integers(80, 256, (rows, WIDTH)).astype(numpy.uint8)
        weights[f"embeddings.{name}_embeddings.weight"] = (numbers, 0.01)
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        norms += [f"encoder.layer.{layer}.attention.output.LayerNorm", f"encoder.layer.{layer}.output.LayerNorm"]
        for part, rows, columns in [
            ("attention/self/query", WIDTH, WIDTH), ("attention/self/key", WIDTH, WIDTH), ("attention/self/value", WIDTH, WIDTH),
            ("attention/output/dense", WIDTH, WIDTH), ("intermediate/dense", WIDTH, INNER), ("output/dense", INNER, WIDTH),
        ]:
            numbers = random.integers(-64, 65, (rows, columns)).astype(numpy.int8)
            scales = random.uniform(0.004, 0.008, columns).astype(numpy.float32)
            weights[(layer, part)] = (numbers, scales, random.normal(0, 0.1, columns))
    for name in norms:
        weights[name] = (random.uniform(0.7, 1.3, WIDTH), random.normal(0, 0.1, WIDTH))
    return weights


weights = make_weights()
rounded, exact = Builder(weights, True).model(), Builder(weights, False).model()
onnx.checker.check_model(rounded)
onnx.save(rounded, "tiny.onnx")
with open("tiny-tokenizer.json", "w", encoding="utf-8") as out:
    json.dump({"model": {"type": "WordPiece", "vocab": {token: i for i, token in enumerate(VOCABULARY)}}}, out)
    out.write("\n")

sessions = [onnxruntime.InferenceSession(m.SerializeToString()) for m in (rounded, exact)]
rows = []
for length in [2, 3, 4, 5, 8, 15, 16, 17, 24]:
    ids = [2] + [int(i) for i in random.integers(5, len(VOCABULARY), length - 2)] + [3]
    feed = {"input_ids": [ids], "token_type_ids": [[0] * length], "positions": [list(range(length))]}
    feed = {name: numpy.array(value, dtype=numpy.int64) for name, value in feed.items()}
    vectors = []
    for session in sessions:
        vector = session.run(None, feed)[0][0, 0]
        vectors.append([round(float(x), 6) for x in vector / numpy.linalg.norm(vector)])
    print(length, float(numpy.dot(*vectors)))
    rows.append({"tokens": ids, "graph": vectors[0], "exact": vectors[1]})
with open("tiny.json", "w", encoding="utf-8") as out:
    out.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
