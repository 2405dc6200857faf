import assert from 'node:assert/strict'
import test from 'node:test'
import { groupBy } from '../src/grouped.ts'
import { numberingFor, reasonText } from '../src/reasons.ts'

test('a reason is a sentence, whether the page knows it or not', () => {
  const cases: [reason: string, said: string][] = [
    ['no episode in its name', 'Its name has no episode number.'],
    ['its name says S01E02, but its NFO file says S01E03E04', 'Its name says S01E02, but its NFO file says S01E03E04.'],
    ['its name says S…E…, but its NFO file says S…E…', 'Its name says S…E…, but its NFO file says S…E….'],
    ['something that a newer server says', 'Something that a newer server says.'],
  ]
  for (const [reason, said] of cases) assert.equal(reasonText(reason), said)
})

test('a folder can remember only what makes such files certain', () => {
  assert.equal(numberingFor('the number of its folder may not be the season'), 'absolute')
  assert.equal(numberingFor('its name says that it is a special, but not which'), 'specials')
  assert.equal(numberingFor('its name has a further number, which may be an episode too'), null)
})

test('groups keep the order of their first items', () => {
  assert.deepEqual([...groupBy(['b1', 'a1', 'b2'], (text) => text[0]!)], [['b', ['b1', 'b2']], ['a', ['a1']]])
})
