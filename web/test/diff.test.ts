import assert from 'node:assert/strict'
import test from 'node:test'
import { diffNames, tokens, type Piece } from '../src/diff.ts'

/** Formats pieces with the changed ones in brackets. */
function show(pieces: Piece[]): string {
  return pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
}

const cases: [what: string, from: string, to: string, shownFrom: string, shownTo: string][] = [
  ['equal names', 'a b.mkv', 'a b.mkv', 'a b.mkv', 'a b.mkv'],
  ['an added word', 'Show S01E01.mkv', 'Show S01E01 Pilot.mkv', 'Show S01E01.mkv', 'Show S01E01[ Pilot].mkv'],
  ['a removed word', 'Show.720p.mkv', 'Show.mkv', 'Show[.720p].mkv', 'Show.mkv'],
  ['another number is marked whole', 'E01.mkv', 'E11.mkv', 'E[01].mkv', 'E[11].mkv'],
  ['a spelling is marked by letters', 'colour.mkv', 'color.mkv', 'colo[u]r.mkv', 'color.mkv'],
  ['a capital is marked alone', 'the show.mkv', 'The Show.mkv', '[t]he [s]how.mkv', '[T]he [S]how.mkv'],
  ['a leading zero is marked alone', 'S1E2 9.mkv', 'S01E02.mkv', 'S1E2[ 9].mkv', 'S[0]1E[0]2.mkv'],
  ['another word is marked whole', 'Show.mkv', 'Season.mkv', '[Show].mkv', '[Season].mkv'],
  ['changes around a dot are one', 'aa.bb.mkv', 'cc.dd.mkv', '[aa.bb].mkv', '[cc.dd].mkv'],
  ['characters that are words', '第一集.mkv', '第二集.mkv', '第[一]集.mkv', '第[二]集.mkv'],
  ['an emoji is never cut', '👩‍👩‍👧 a.mkv', '👩‍👩‍👦 a.mkv', '[👩‍👩‍👧] a.mkv', '[👩‍👩‍👦] a.mkv'],
  ['composed and decomposed letters differ', 'Caf\u00e9.mkv', 'Cafe\u0301.mkv', 'Caf[\u00e9].mkv', 'Caf[e\u0301].mkv'],
  ['from nothing', '', 'a', '', '[a]'],
]

for (const [what, from, to, shownFrom, shownTo] of cases) {
  test(what, () => {
    const { from: a, to: b } = diffNames(from, to)
    assert.deepEqual([show(a), show(b)], [shownFrom, shownTo])
  })
}

test('the pieces are the names, and what is not marked is equal', () => {
  const parts = ['Show', '.', ' ', '-', 'S01', 'E02', '日本', 'é', 'e\u0301', '👍🏽', '١٢', 'مسلسل', '𝒳', 'x']
  let seed = 1
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n
  const name = () => Array.from({ length: random(12) }, () => parts[random(parts.length)]).join('')
  for (let i = 0; i < 2000; i++) {
    const [from, to] = [name(), name()]
    const { from: a, to: b } = diffNames(from, to)
    const join = (pieces: Piece[]) => pieces.map((piece) => piece.text).join('')
    const kept = (pieces: Piece[]) => join(pieces.filter((piece) => !piece.changed))
    assert.equal(join(a), from)
    assert.equal(join(b), to)
    assert.equal(kept(a), kept(b))
    assert.equal(tokens(from).join(''), from)
  }
})

test('names too long to compare are marked whole', () => {
  const { from, to } = diffNames('a '.repeat(300) + '.mkv', 'b-'.repeat(300) + '.mkv')
  assert.deepEqual([from.length, to.length], [2, 2])
})
