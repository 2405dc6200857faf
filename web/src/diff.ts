/** The difference between two file names: by words, and by letters where words differ little. */

export interface Piece {
  text: string
  changed: boolean
}

export interface Difference {
  from: Piece[]
  to: Piece[]
}

/** A part that both names share, that is alike (equal but for case or leading zeros), or that differs. */
interface Span {
  kind: 'same' | 'alike' | 'changed'
  from: string
  to: string
}

/** The maximum number of table cells. Names that would need more are marked completely. */
const MAX_CELLS = 100_000

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const SIMPLE = /^[\u0020-\u024f]*$/
const WORD = /^[\p{L}\p{M}]/u
const DIGIT = /^\p{N}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
// Scripts without spaces between words: each character counts as a word.
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Returns the pieces of both names in order. Joined, they equal the names. */
export function diffNames(from: string, to: string): Difference {
  const spans = compare(tokens(from), tokens(to))
  const difference: Difference = { from: [], to: [] }
  for (const span of joinChanges(spans).flatMap(refine)) {
    addPiece(difference.from, span.from, span.kind !== 'same')
    addPiece(difference.to, span.to, span.kind !== 'same')
  }
  return difference
}

function addPiece(pieces: Piece[], text: string, changed: boolean): void {
  const last = pieces.at(-1)
  if (text === '') return
  if (last?.changed === changed) last.text += text
  else pieces.push({ text, changed })
}

/** Splits a name into words, numbers and other single characters, and never splits a grapheme. */
export function tokens(name: string): string[] {
  if (SIMPLE.test(name)) return name.match(/\p{L}+|\p{N}+|./gsu) ?? []
  const result: string[] = []
  let lastKind = 'other'
  for (const { segment } of graphemes.segment(name)) {
    const kind = UNSPACED.test(segment) ? 'other' : WORD.test(segment) ? 'word' : DIGIT.test(segment) ? 'digit' : 'other'
    if (kind !== 'other' && kind === lastKind) result[result.length - 1] += segment
    else result.push(segment)
    lastKind = kind
  }
  return result
}

/** Computes the longest common subsequence between the common prefix and suffix. */
function compare(a: string[], b: string[]): Span[] {
  const shorter = Math.min(a.length, b.length)
  let end = 0 // the suffix first, so that an inserted part includes the separator before it
  while (end < shorter && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  let start = 0
  while (start < shorter - end && a[start] === b[start]) start++
  const equal = (text: string): Span => ({ kind: 'same', from: text, to: text })
  return [
    equal(a.slice(0, start).join('')),
    ...subsequence(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    equal(a.slice(a.length - end).join('')),
  ].filter((span) => span.from !== '' || span.to !== '')
}

function subsequence(a: string[], b: string[]): Span[] {
  const width = b.length + 1
  if ((a.length + 1) * width > MAX_CELLS) return [{ kind: 'changed', from: a.join(''), to: b.join('') }]
  const weights = sharedWeights(a.map(normalise), b.map(normalise), width)
  const spans: Span[] = []
  const add = (kind: Span['kind'], from: string, to: string) => {
    const last = spans.at(-1)
    if (last?.kind !== kind || kind === 'alike') spans.push({ kind, from, to })
    else {
      last.from += from
      last.to += to
    }
  }
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (x !== undefined && y !== undefined && normalise(x) === normalise(y)) {
      add(x === y ? 'same' : 'alike', x, y)
      i++
      j++
    } else if (y === undefined || (x !== undefined && weights[(i + 1) * width + j]! >= weights[i * width + j + 1]!)) {
      add('changed', x!, '')
      i++
    } else {
      add('changed', '', y)
      j++
    }
  }
  return spans
}

/** Normalises a word or number: ignores case and leading zeros. */
function normalise(token: string): string {
  return DIGIT.test(token) ? token.replace(/^0+(?=.)/, '') : token.toLowerCase()
}

/** Computes the shared weight of every pair of suffixes. A word weighs more than a separator. */
function sharedWeights(a: string[], b: string[], width: number): Uint16Array {
  const weights = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    const token = a[i]!
    const weight = LETTER_OR_DIGIT.test(token) ? 1 + 2 * token.length : 1
    for (let j = b.length - 1; j >= 0; j--) {
      const cell = i * width + j
      weights[cell] =
        token === b[j] ? weights[cell + width + 1]! + weight : Math.max(weights[cell + width]!, weights[cell + 1]!)
    }
  }
  return weights
}

/** Joins two changes with only a separator between them, because they read as one. */
function joinChanges(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const [i, span] of spans.entries()) {
    const last = joined.at(-1)
    const between = span.kind === 'same' && spans[i + 1]?.kind === 'changed'
    const bridges = between && !LETTER_OR_DIGIT.test(span.from)
    if (last?.kind === 'changed' && (bridges || span.kind === 'changed')) {
      last.from += span.from
      last.to += span.to
    } else joined.push({ ...span })
  }
  return joined
}

/** Marks only the differing letters of parts that are similar. */
function refine(span: Span): Span[] {
  const { kind, from, to } = span
  if (kind === 'same' || (kind === 'changed' && !(isWord(from) && isWord(to)))) return [span]
  const [a, b] = [letters(from), letters(to)]
  const inner = compare(a, b)
  const ends = new Set([inner[0], inner.at(-1)].filter((part) => part?.kind === 'same'))
  const shared = [...ends].reduce((sum, part) => sum + letters(part!.from).length, 0)
  return shared * 2 < Math.max(a.length, b.length) ? [span] : inner
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(text)
}

function letters(text: string): string[] {
  return SIMPLE.test(text) ? Array.from(text) : Array.from(graphemes.segment(text), (part) => part.segment)
}
