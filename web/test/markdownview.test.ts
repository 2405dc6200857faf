import assert from 'node:assert/strict'
import test from 'node:test'
import { Fragment, isValidElement, type ComponentChildren } from 'preact'
import { Markdown } from '../src/memory/markdownview.tsx'
import { beginning } from '../src/memory/beginning.ts'

const ELEMENTS = new Set([
  'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'strong', 'em', 's', 'h4', 'code', 'pre', 'a', 'div', 'details', 'summary',
])
const ATTRIBUTES = new Set(['children', 'href', 'rel', 'target', 'start', 'tabIndex', 'class', 'role', 'aria-label', 'data-testid'])

interface Drawn {
  text: string
  names: string[]
  addresses: string[]
  depth: number
}

/** Walks what is drawn, and fails on an element or an attribute that is not on the list. */
function drawn(source: string): Drawn {
  const found: Drawn = { text: '', names: [], addresses: [], depth: 0 }
  const todo: [ComponentChildren, number][] = [[Markdown({ source }), 0]]
  while (todo.length > 0) {
    const [node, depth] = todo.pop()!
    if (Array.isArray(node)) {
      for (let i = node.length - 1; i >= 0; i--) todo.push([node[i] as ComponentChildren, depth])
    } else if (isValidElement(node)) {
      const props = node.props as Record<string, unknown>
      if (node.type !== Fragment) {
        assert.ok(typeof node.type === 'string' && ELEMENTS.has(node.type), String(node.type))
        for (const name of Object.keys(props)) assert.ok(ATTRIBUTES.has(name), name)
        found.names.push(node.type)
        found.depth = Math.max(found.depth, depth)
      }
      if (typeof props['href'] === 'string') found.addresses.push(props['href'])
      todo.push([props['children'] as ComponentChildren, depth + 1])
    } else if (typeof node === 'string' || typeof node === 'number') found.text += node
    else assert.ok(node === null || node === undefined || typeof node === 'boolean', String(node))
  }
  for (const address of found.addresses) assert.match(address, /^https?:\/\//i)
  return found
}

test('lines that a program wrapped are joined, and others are not', () => {
  const wrapped = 'With a large heap the reserve adds twice its size to the next goal, so\nthat a test that is limited ran out of memory in three of eight runs. It\nmust end when the heap grows.\n'
  assert.ok(!drawn(wrapped).names.includes('br'))
  assert.ok(drawn(wrapped).text.includes('goal, so that a test'))
  const meant = 'Tried three things on the order page that are worth to be remembered:\nthe index\nthe pool\nthe cache'
  assert.equal(drawn(meant).names.filter((name) => name === 'br').length, 3)
  assert.equal(drawn('one\ntwo').names.filter((name) => name === 'br').length, 1)
})

test('Markdown is drawn as elements', () => {
  const source = '# Why\n\n**Twice** in *one* `press`:\n\n1. slow\n2. again\n\n```sql\nSELECT  1\n```\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\nSee https://example.org/a and [b](http://example.org).'
  const { names, text, addresses } = drawn(source)
  for (const name of ['h4', 'strong', 'em', 'code', 'ol', 'li', 'pre', 'table', 'td', 'a']) assert.ok(names.includes(name), name)
  assert.ok(text.includes('SELECT  1'))
  assert.deepEqual(addresses, ['https://example.org/a', 'http://example.org'])
})

test('what is not on the list stays text', () => {
  const cases: [source: string, text: string][] = [
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a <b onclick="x()">b</b>', 'a <b onclick="x()">b</b>'],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['[a](data:text/html,x)', '[a](data:text/html,x)'],
    ['[a](JaVaScRiPt&colon;alert(1))', '[a](JaVaScRiPt:alert(1))'],
    ['[a](//example.org)', '[a](//example.org)'],
    ['[a](/api/v1/episodes)', '[a](/api/v1/episodes)'],
    ['<javascript:alert(1)>', '<javascript:alert(1)>'],
    ['[a][b]\n\n[b]: vbscript:x', '[a][b][b]: vbscript:x'],
  ]
  for (const [source, text] of cases) {
    const found = drawn(source)
    assert.equal(found.text, text, source)
    assert.deepEqual(found.addresses, [], source)
  }
  assert.deepEqual(drawn('![a](https://example.org/a.png)').names, ['p', 'a'])
})

/** In bytes: the longest text of an episode. */
const LONGEST = 65_536

test('long and deep texts are drawn soon', () => {
  const filled = (part: string) => part.repeat(Math.ceil(LONGEST / part.length)).slice(0, LONGEST)
  const parts = ['>', '> - ', '1. ', '[', '![', '[a](', '**a', 'a_', '*_', '`a', '<', '<a ', '<!--', 'http://a.', 'a@a.', '|', 'a|\n-|-\n', '[a]: b\n', '\\', '&amp;', '~~a', '\n', '\t', '\0', '\u2028']
  const table = '|a|b|\n|-|-|\n' + filled('|x|y|\n')
  const deep = Array.from({ length: 360 }, (_, i) => ' '.repeat(i) + '- a').join('\n')
  for (const source of [...parts.map(filled), table, deep]) {
    const begun = performance.now()
    const { depth, names, text } = drawn(source)
    assert.ok(depth < 120, source.slice(0, 20))
    assert.ok(names.length < 3_200, `${names.length} elements: ${source.slice(0, 20)}`)
    if (names.includes('details')) assert.ok(text.endsWith(source), source.slice(0, 20))
    // A hundred times what it takes: only quadratic work is slower.
    assert.ok(performance.now() - begun < 30_000, source.slice(0, 20))
  }
})

test('drawing holds for texts of every kind', () => {
  const pieces = [
    'word', ' ', '\n', '\n\n', '    ', '\t', '*', '**', '_', '`', '```\n', '~~', '# ', '> ', '- ', '1. ', '| a |', '|-|-|\n', '[', ']', '(', ')', '](', '![', '<', '>',
    '<script>', '</script>', '<img src=x onerror=x>', '<!--', 'javascript:', 'data:text/html,', 'https://example.org/', 'http://', '"', "'", '\\', '&#106;', '&colon;', '&lt;', '\0',
    '\u202e', '\ud800', '進撃', '---\n', '===\n', '[a]: ', '[^1]', '\r', 'constructor', '__proto__',
  ]
  let state = 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 3_000; round++) {
    const source = Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join('')
    try {
      drawn(source)
    } catch (error) {
      throw new Error(`round ${round}: ${JSON.stringify(source)}`, { cause: error })
    }
  }
})

test('the beginning is plain', () => {
  const cases: [source: string, plain: string][] = [
    ['', ''],
    ['**Orders** need a `key`. Then more.', 'Orders need a key. Then more.'],
    ['# Why\n\nA slow answer.', 'Why A slow answer.'],
    ['- 1.5 seconds is too long\n- b', '1.5 seconds is too long b'],
    ['---\n\n> Quoted! Yes', 'Quoted! Yes'],
    ['鍵が必要。次に', '鍵が必要。次に'],
    ['x'.repeat(300), 'x'.repeat(239) + '…'],
  ]
  for (const [source, plain] of cases) assert.equal(beginning(source), plain)
})
