import { useEffect, useRef, useState } from 'preact/hooks'
import { loadEpisode } from './data.ts'
import { firstSentence } from './sentence.ts'

/** The first sentences of what was learned. The map has no texts, so a row in sight loads its own, one after the other. */

const sentences = new Map<number, string>()
let sentencesOf: unknown = null
let queue: Promise<void> = Promise.resolve()

export function Learned({ serial, revision }: { serial: number; revision: unknown }) {
  const cell = useRef<HTMLSpanElement>(null)
  const [sentence, setSentence] = useState(sentences.get(serial) ?? '')
  useEffect(() => {
    if (revision !== sentencesOf) sentences.clear()
    sentencesOf = revision
    let isSeen = true
    const load = async () => {
      if (!isSeen) return
      const known = sentences.get(serial)
      const read = known ?? firstSentence((await loadEpisode(serial)).body.reflection ?? '')
      sentences.set(serial, read)
      setSentence(read)
    }
    const observer = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? false
      if (isSeen) queue = queue.then(load).catch(() => undefined) // the row stays without it
    })
    observer.observe(cell.current!)
    return () => {
      isSeen = false
      observer.disconnect()
    }
  }, [serial, revision])
  return (
    <span ref={cell} class="m-learned-line">
      <bdi>{sentence}</bdi>
    </span>
  )
}
