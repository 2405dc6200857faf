import { isFiller, wordsOf } from './question.ts'

/** A part of a text, and whether it matches what was typed. */
export interface Part {
  text: string
  matches: boolean
}

/** A word of the text may have lost so many letters to its stem: "orders" matches "order". */
const ENDING = 3

/** Splits a text at the words that match typed ones, as far as they match. Scripts without spaces match anywhere. */
export function partsOf(text: string, typed: string): Part[] {
  const words = wordsOf(typed)
  const sought = words.filter((word) => !isFiller(word))
  const asked = sought.length > 0 ? sought : words
  const parts: Part[] = []
  const add = (text: string, matches: boolean) => {
    const last = parts.at(-1)
    if (text === '') return
    if (last?.matches === matches) last.text += text
    else parts.push({ text, matches })
  }
  for (const piece of text.split(/([\p{L}\p{N}]+)/u)) {
    const [from, to] = matchIn(piece.toLowerCase(), asked)
    add(piece.slice(0, from), false)
    add(piece.slice(from, to), true)
    add(piece.slice(to), false)
  }
  return parts
}

/** Returns where a word matches the longest of the asked ones. */
function matchIn(word: string, asked: string[]): [from: number, to: number] {
  let [from, to] = [0, 0]
  for (const [i, one] of asked.entries()) {
    const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(one)
    const at = spaceless ? word.indexOf(one) : isBeginning(one, word, i === asked.length - 1) ? 0 : -1
    const isStem = at < 0 && word.length >= ENDING && one.startsWith(word) && one.length - word.length <= ENDING
    const length = isStem ? word.length : at < 0 ? 0 : one.length
    if (length > to - from) [from, to] = [Math.max(0, at), Math.max(0, at) + length]
  }
  return [from, to]
}

/** Reports whether an asked word begins a word. Only the last one may be unfinished; the beginnings of others have some letters. */
function isBeginning(one: string, word: string, isLast: boolean): boolean {
  return word === one || ((isLast || one.length >= ENDING) && word.startsWith(one))
}

/** A list shows about so many characters of a line. */
const SIGHT = 30

/** Returns a text from shortly before the first match on, so that a narrow list shows it. */
export function fromMatch(text: string, typed: string): string {
  const parts = partsOf(text, typed)
  const first = parts.findIndex(({ matches }) => matches)
  const before = first < 1 ? '' : parts.slice(0, first).map((part) => part.text).join('')
  if (before.length <= SIGHT) return text
  const cut = before.lastIndexOf(' ', before.length - SIGHT / 2)
  return cut < 0 ? text : '…' + text.slice(cut + 1)
}

/** A text with what was typed in bold. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  return (
    <bdi>
      {partsOf(text, typed).map((part, i) => (part.matches ? <b key={i}>{part.text}</b> : part.text))}
    </bdi>
  )
}
