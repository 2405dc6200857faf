import { useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import { copy } from '../projects/copy.ts'
import { loadedValue } from '../projects/loaded.ts'
import { ALL_NEIGHBOURS, type Detail, type NeighbourPage } from './data.ts'
import { fieldsOf } from './edits.ts'
import { episodeMarkdown } from './markdown.ts'
import { createEpisode } from './newepisode.tsx'
import { text } from './strings.ts'
import { neighboursKey } from './useneighbours.ts'

/** When the page saw for the first time that an episode was deleted, by serial number. */
const seen = new Map<number, number>()

/** Returns when the page saw that an episode was deleted; null if it was not. */
export function goneAt(serial: number, isGone: boolean): number | null {
  if (!isGone) seen.delete(serial)
  else if (!seen.has(serial)) seen.set(serial, Date.now())
  return seen.get(serial) ?? null
}

interface Props {
  /** As the page knew it last, or as the person has edited it. */
  episode: Detail
  at: number
  /** The person creates it again. */
  onLeave?: () => void
}

/** Says that an episode was deleted while it was open, and offers ways to keep what it said. */
export function Gone({ episode, at, onLeave }: Props) {
  const [copied, setCopied] = useState('')
  useClock()
  const known = loadedValue<NeighbourPage>(neighboursKey(episode.id, ALL_NEIGHBOURS))
  const neighbours = known?.neighbours ?? []
  const copyIt = async () => setCopied((await copy(episodeMarkdown(episode, neighbours, known?.count))) ? text.copied : text.copyFailed)
  const createAgain = () => {
    onLeave?.()
    const links = neighbours.map(({ relationship_type: type, direction, strength, id, name, reward }) => {
      return { type, direction: type === 'related_to' ? ('outgoing' as const) : direction, strength, other: { serial: id, name, reward } }
    })
    createEpisode(`again/${episode.id}`, { fields: fieldsOf(episode), links, createdAt: episode.created_at })
  }
  return (
    <div class="failure m-state" role="alert" data-testid="episode-gone">
      <p>
        <strong>{text.deleted(ageOf(new Date(at).toISOString()))}</strong> {text.deletedNote}
      </p>
      <div class="m-state-buttons">
        <button type="button" class="secondary small" data-testid="gone-copy" onClick={() => void copyIt()}>
          {copied === '' ? text.copyMarkdown : copied}
        </button>
        <button type="button" class="secondary small" data-testid="gone-create" onClick={createAgain}>
          {text.create.again}
        </button>
      </div>
    </div>
  )
}
