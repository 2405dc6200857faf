import assert from 'node:assert/strict'
import test from 'node:test'
import { escapeInvisible } from '../src/escape.ts'

const cases: [what: string, name: string, shown: string][] = [
  ['ordinary names stay', 'Žluťoučký – 終わり (2020) é.mkv', 'Žluťoučký – 終わり (2020) é.mkv'],
  ['an override', 'a\u202evkm.exe', 'a\\u202evkm.exe'],
  ['isolates and marks', '\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['escape, newline, tab and C1', '\u001b[31m\n\t\u009b', '\\u001b[31m\\u000a\\u0009\\u009b'],
  ['line separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
]

for (const [what, name, shown] of cases) test(what, () => assert.equal(escapeInvisible(name), shown))
