"""Values that Schemathesis takes for errors, and that are none.

An empty text for an optional argument means that it is not given, in a query as in a body (package input). JSON Schema
has no such rule, so Schemathesis would expect an error wherever it puts an empty text in place of a time, a number or a
choice. In a query, a list of one value and that value are the same text.

Tests of package input have the right answer for each.
"""

import schemathesis
from schemathesis import GenerationMode


def has_empty_text(value):
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return value == ""
    return any(map(has_empty_text, value))


def is_same_in_query(value, lists):
    """Whether a value that is a list, or none, against the schema, reads in a query as the schema wants it."""
    return lists != isinstance(value, list) and (lists or len(value) == 1)


@schemathesis.hook
def filter_case(context, case):
    if case.meta is None or case.meta.generation.mode != GenerationMode.NEGATIVE:
        return True
    lists = {p.name: p.definition.get("schema", {}).get("type") == "array" for p in context.operation.query}
    for name, value in (case.query or {}).items():
        if value in ({}, []) or has_empty_text(value) or is_same_in_query(value, lists.get(name, False)):
            return False
    return not has_empty_text(case.body)
