import { useEffect, useState } from 'preact/hooks'
import { Store, useStore } from '../store.ts'
import { isNear, suggest, type Recalled, type Suggestions } from './data.ts'
import { isApplied, searchedWords, withMeaning, withQuestion, type QuestionTime } from './question.ts'
import { spans } from './spans.ts'
import { text } from './strings.ts'
import { times } from './usetime.ts'
import type { View } from './view.ts'

/** What the search field offers while one types. */
export type Suggestion =
  | { kind: 'episode' | 'near'; hit: Recalled }
  | { kind: 'tag'; tag: string }
  | { kind: 'time'; name: string; since: string; until: string; time: QuestionTime | null }

const EPISODES = 8
const NEAR = 3
const TAGS = 5

/** What the page found last. What is near in meaning takes longer than the words, and the page asks for it anyway. */
export const lastSearch = new Store<{ query: string; hits: Recalled[] }>({ query: '', hits: [] })

/** Asks the server for each key. The last answer stays until the next one is there. */
export function useSuggestions(typed: string, time: QuestionTime | null, view: View): { list: Suggestion[]; hint: string } {
  const [found, setFound] = useState<Suggestions>({ episodes: [], tags: [], hint: '' })
  const searched = useStore(lastSearch)
  const words = typed.trim()
  // A question that filters alone answer names no episode.
  const sought = searchedWords(withQuestion(view, words, times.known(view.query), time), time)
  const asked = sought === words ? typed : sought
  useEffect(() => {
    if (asked === '') return setFound({ episodes: [], tags: [], hint: '' })
    const abort = new AbortController()
    suggest(asked, { limit: EPISODES }, abort.signal).then(
      (answer) => !abort.signal.aborted && setFound(answer),
      () => {}, // the search of the page reports that the server does not answer
    )
    return () => abort.abort()
  }, [asked])
  if (words === '') return { list: [], hint: '' }
  const near = searched.query === sought ? searched.hits.filter(isNear).slice(0, NEAR) : []
  return {
    list: [
      ...found.episodes.map((hit): Suggestion => ({ kind: 'episode', hit })),
      ...near.map((hit): Suggestion => ({ kind: 'near', hit })),
      ...found.tags.filter((tag) => !view.tags.includes(tag)).slice(0, TAGS).map((tag): Suggestion => ({ kind: 'tag', tag })),
      ...timesLike(words, time, view),
    ],
    hint: found.hint,
  }
}

/** Returns the time that was typed, unless it filters already, or those whose names begin so. */
function timesLike(words: string, time: QuestionTime | null, view: View): Suggestion[] {
  if (time !== null) {
    const { since, until } = time
    return isApplied({ kind: 'time', ...time }, view) ? [] : [{ kind: 'time', name: text.spanOf(since, until), since, until, time }]
  }
  const begins = (name: string) => words.length > 1 && name.toLowerCase().startsWith(words.toLowerCase())
  return spans().flatMap(([name, since, until]): Suggestion[] => (begins(name) ? [{ kind: 'time', name, since, until, time: null }] : []))
}

/** Returns what the page shows after a choice. Words that name a filter are no longer sought. */
export function chosen(choice: Suggestion, view: View, typed: string): View {
  switch (choice.kind) {
    case 'tag':
      return { ...view, query: '', tags: [...view.tags, choice.tag] }
    case 'time': {
      const { time, since, until } = choice
      return time === null ? { ...view, query: '', since, until } : withMeaning({ kind: 'time', ...time }, { ...view, query: typed.trim() })
    }
    default:
      return { ...view, episode: choice.hit.id, to: null, walk: null }
  }
}
