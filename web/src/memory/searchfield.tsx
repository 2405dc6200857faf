import { useEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { MAX_SEARCH } from '../limits.ts'
import { showView } from '../router.ts'
import { SEARCH_PAUSE } from './data.ts'
import { withQuestion } from './question.ts'
import { text } from './strings.ts'
import { times } from './usetime.ts'
import type { View } from './view.ts'

/** The field that searches as one types. */
export function SearchField({ view }: { view: View }) {
  const [typed, setTyped] = useState(view.query)
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(view)
  latest.current = view
  // The person may have typed on since the page sent this query.
  const sent = useRef(view.query)
  useEffect(() => {
    if (view.query !== sent.current) setTyped(view.query)
    sent.current = view.query
  }, [view.query])
  useEffect(() => {
    if (typed === latest.current.query) return
    const abort = new AbortController()
    const show = async () => {
      const time = await times.read(typed, abort.signal)
      if (abort.signal.aborted) return
      sent.current = typed
      showView(withQuestion(latest.current, typed, times.known(latest.current.query), time), 'load')
    }
    const timer = setTimeout(show, SEARCH_PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])
  const focus = () => field.current?.select()
  useKeys({ '/': focus })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <label class="m-search">
      <span class="visually-hidden">{text.search}</span>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="7" cy="7" r="4.5" />
        <path d="m10.5 10.5 3.5 3.5" />
      </svg>
      <input
        ref={field}
        type="search"
        data-testid="search"
        maxLength={MAX_SEARCH}
        placeholder={text.searchHint}
        autocomplete="off"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed === '') field.current?.blur()
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-testid="episode-item"]')?.focus()
          }
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  )
}
