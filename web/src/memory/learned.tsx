import { useEffect, useState } from 'preact/hooks'
import { loadLearned, MOST_LEARNED } from './data.ts'
import { beginning } from './beginning.ts'

/** The beginnings of what was learned. The map has no texts, so the rows that are drawn load theirs by one request. */

const sentences = new Map<number, string>()
let sentencesOf: unknown = null

/** What each row that waits for its sentence does with it. */
const waiting = new Map<number, (sentence: string) => void>()

/** Loads for the rows that wait. A row that cannot be loaded stays without a sentence. */
async function loadWaiting(): Promise<void> {
  const rows = [...waiting].slice(0, MOST_LEARNED)
  if (rows.length === 0) return // they are gone already
  for (const [serial] of rows) waiting.delete(serial)
  if (waiting.size > 0) setTimeout(() => void loadWaiting())
  const of = sentencesOf
  const found = await loadLearned(rows.map(([serial]) => serial)).catch(() => [])
  const learned = new Map(found.map(({ id, learned }) => [id, beginning(learned)]))
  for (const [serial, show] of rows) {
    const sentence = learned.get(serial)
    if (sentence === undefined) continue
    if (of === sentencesOf) sentences.set(serial, sentence)
    show(sentence)
  }
}

function want(serial: number, show: (sentence: string) => void): void {
  const known = sentences.get(serial)
  if (known !== undefined) return show(known)
  if (waiting.size === 0) setTimeout(() => void loadWaiting())
  waiting.set(serial, show)
}

export function Learned({ serial, revision }: { serial: number; revision: unknown }) {
  const [sentence, setSentence] = useState(sentences.get(serial) ?? '')
  useEffect(() => {
    if (revision !== sentencesOf) sentences.clear()
    sentencesOf = revision
    want(serial, setSentence)
    return () => void waiting.delete(serial)
  }, [serial, revision])
  return (
    <span class="m-learned-line">
      <bdi>{sentence}</bdi>
    </span>
  )
}
