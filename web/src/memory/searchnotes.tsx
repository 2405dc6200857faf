import { followLink } from '../router.ts'
import { matchesWords, type Recalled } from './data.ts'
import type { Model } from './model.ts'
import { isApplied, type QuestionTime } from './question.ts'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

interface Props {
  view: View
  model: Model
  time: QuestionTime | null
  /** How many are listed. */
  rows: number
  hits: Recalled[] | null
  hint: string
  failed: boolean
}

/** What to know of a search: how it was read, and why nothing is listed. */
export function SearchNotes({ view, model, time, rows, hits, hint, failed }: Props) {
  if (failed) return null
  if (rows === 0 && time !== null && isApplied({ kind: 'time', ...time }, view)) return <NothingThen view={view} model={model} />
  const isNumber = /^#\d+$/.test(view.query.trim())
  const note = rows === 0 ? (hits === null ? text.noMatch : isNumber ? '' : text.noHits) : hits !== null && !hits.some(matchesWords) ? text.onlyNear : ''
  const said = [note, hint].filter((part) => part !== '').join(' ')
  return said === '' ? null : <p class="muted m-note" data-testid="search-note">{said}</p>
}

/** A time that a question names has no episodes: offers the others. */
function NothingThen({ view, model }: { view: View; model: Model }) {
  const newest = model.episodes[0]
  return (
    <p class="muted m-note" data-testid="nothing-then">
      {text.nothingThen(view.since, view.until, newest?.createdAt ?? '')}{' '}
      <a href={viewUrl({ ...view, query: '', since: '', until: '' })} onClick={followLink}>
        {text.allTimes}
      </a>
    </p>
  )
}
