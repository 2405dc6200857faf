import assert from 'node:assert/strict'
import test from 'node:test'
import { fromMatch, partsOf } from '../src/memory/marked.tsx'

const bold = (text: string, typed: string) => partsOf(text, typed).map(({ text, matches }) => (matches ? `[${text}]` : text)).join('')

test('the words that match are marked as far as they match', () => {
  assert.equal(bold('Saturday: orders arrive twice', 'ord twi'), 'Saturday: [ord]ers arrive [twi]ce')
  assert.equal(bold('Give every order a key', 'orders'), 'Give every [order] a key')
  assert.equal(bold('border', 'order'), 'border')
  assert.equal(bold('Ärger über Äpfel', 'äp'), 'Ärger über [Äp]fel')
  assert.equal(bold('重复的订单', '订单'), '重复的[订单]')
  assert.equal(bold('<b>order</b>', '" \\'), '<b>order</b>')
  assert.equal(bold('', 'order'), '')
  assert.equal(bold('Fix after a bug in the ads', 'fix a bug of ad'), '[Fix] after a [bug] in the [ad]s')
  assert.equal(bold('The theory', 'the'), '[The] [the]ory')
})

test('a line begins shortly before its first match', () => {
  assert.equal(fromMatch('An order came twice, and nobody noticed it', 'order'), 'An order came twice, and nobody noticed it')
  const long = 'A slow answer made people press the button again, and nothing recognised the second order.'
  assert.equal(fromMatch(long, 'order'), '…recognised the second order.')
  assert.equal(fromMatch(long, 'nowhere'), long)
  assert.equal(fromMatch('x'.repeat(80) + ' order', 'order'), 'x'.repeat(80) + ' order')
})
