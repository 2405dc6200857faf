/** What differs between two file names, told in words where words differ and in letters where it is little. */

export interface Piece {
  text: string
  changed: boolean
}

export interface Difference {
  from: Piece[]
  to: Piece[]
}

/** A stretch that both names share (equal texts), or where one has this and the other that. */
interface Stretch {
  same: boolean
  from: string
  to: string
}

/** A table of so many cells is made at most; names that would need more are marked whole. */
const MAX_CELLS = 100_000

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const SIMPLE = /^[\u0020-\u024f]*$/
const WORD = /^[\p{L}\p{M}]/u
const DIGIT = /^\p{N}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
// Scripts that put no spaces between words: there a character is a word.
const ALONE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The pieces of both names, in order; joined, they are the names again. */
export function diffNames(from: string, to: string): Difference {
  const stretches = compare(tokens(from), tokens(to))
  const difference: Difference = { from: [], to: [] }
  for (const stretch of calm(stretches).flatMap(refine)) {
    push(difference.from, stretch.from, !stretch.same)
    push(difference.to, stretch.to, !stretch.same)
  }
  return difference
}

function push(pieces: Piece[], text: string, changed: boolean): void {
  const last = pieces.at(-1)
  if (text === '') return
  if (last?.changed === changed) last.text += text
  else pieces.push({ text, changed })
}

/** Words, numbers, and every other character by itself, never cutting one that is made of several. */
export function tokens(name: string): string[] {
  if (SIMPLE.test(name)) return name.match(/\p{L}+|\p{N}+|./gsu) ?? []
  const found: string[] = []
  let lastKind = 'other'
  for (const { segment } of graphemes.segment(name)) {
    const kind = ALONE.test(segment) ? 'other' : WORD.test(segment) ? 'word' : DIGIT.test(segment) ? 'digit' : 'other'
    if (kind !== 'other' && kind === lastKind) found[found.length - 1] += segment
    else found.push(segment)
    lastKind = kind
  }
  return found
}

/** The longest common subsequence, between what both end and begin with anyway. */
function compare(a: string[], b: string[]): Stretch[] {
  const shorter = Math.min(a.length, b.length)
  let end = 0 // first, so that what was put in takes the dot or the space before it
  while (end < shorter && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  let start = 0
  while (start < shorter - end && a[start] === b[start]) start++
  const equal = (text: string): Stretch => ({ same: true, from: text, to: text })
  return [
    equal(a.slice(0, start).join('')),
    ...subsequence(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    equal(a.slice(a.length - end).join('')),
  ].filter((stretch) => stretch.from !== '' || stretch.to !== '')
}

function subsequence(a: string[], b: string[]): Stretch[] {
  const width = b.length + 1
  if ((a.length + 1) * width > MAX_CELLS) return [{ same: false, from: a.join(''), to: b.join('') }]
  const weights = common(a, b, width)
  const stretches: Stretch[] = []
  const add = (same: boolean, from: string, to: string) => {
    const last = stretches.at(-1)
    if (last?.same !== same) stretches.push({ same, from, to })
    else {
      last.from += from
      last.to += to
    }
  }
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (x !== undefined && x === y) {
      add(true, x, x)
      i++
      j++
    } else if (y === undefined || (x !== undefined && weights[(i + 1) * width + j]! >= weights[i * width + j + 1]!)) {
      add(false, x!, '')
      i++
    } else {
      add(false, '', y)
      j++
    }
  }
  return stretches
}

/** For every pair of endings, how much they share; a word weighs more than a dot or a space. */
function common(a: string[], b: string[], width: number): Uint16Array {
  const weights = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    const token = a[i]!
    const weight = LETTER_OR_DIGIT.test(token) ? 1 + 2 * token.length : 1
    for (let j = b.length - 1; j >= 0; j--) {
      const here = i * width + j
      weights[here] =
        token === b[j] ? weights[here + width + 1]! + weight : Math.max(weights[here + width]!, weights[here + 1]!)
    }
  }
  return weights
}

/** Joins two changes that only a dot or a space keeps apart: they read as one. */
function calm(stretches: Stretch[]): Stretch[] {
  const calmed: Stretch[] = []
  for (const [i, stretch] of stretches.entries()) {
    const last = calmed.at(-1)
    const between = stretch.same && last?.same === false && stretches[i + 1]?.same === false
    const bridges = between && !LETTER_OR_DIGIT.test(stretch.from)
    if (last !== undefined && !last.same && (bridges || !stretch.same)) {
      last.from += stretch.from
      last.to += stretch.to
    } else calmed.push({ ...stretch })
  }
  return calmed
}

/** In a word that became a word much like it, only the letters between are marked. */
function refine(stretch: Stretch): Stretch[] {
  const { same, from, to } = stretch
  if (same || !isWord(from) || !isWord(to)) return [stretch]
  const [a, b] = [letters(from), letters(to)]
  const inner = compare(a, b)
  const kept = (inner[0]?.same ? letters(inner[0].from).length : 0) + (inner.at(-1)?.same ? letters(inner.at(-1)!.from).length : 0)
  if (kept * 2 < Math.max(a.length, b.length)) return [stretch]
  return inner
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(text)
}

function letters(text: string): string[] {
  return SIMPLE.test(text) ? Array.from(text) : Array.from(graphemes.segment(text), (part) => part.segment)
}
