import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { MAX_SEARCH } from '../limits.ts'
import { route, showView } from '../router.ts'
import { SEARCH_PAUSE } from './data.ts'
import { withQuestion } from './question.ts'
import { SearchList } from './searchlist.tsx'
import { text } from './strings.ts'
import { chosen, useSuggestions, type Suggestion } from './suggestions.ts'
import { times, useTime } from './usetime.ts'
import type { View } from './view.ts'

/** The field that searches as one types, and the list of what one may mean. */
export function SearchField({ view }: { view: View }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { typed, setTyped, searchNow, setComposing } = useTyped(view)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const asked = open ? typed : ''
  const { list, hint } = useSuggestions(asked, useTime(asked), view)
  const isShown = open && list.length > 0
  useFocusKeys(() => field.current?.select())
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const type = (value: string) => {
    setTyped(value)
    setOpen(value.trim() !== '')
    setActive(-1)
  }
  const pick = (choice: Suggestion) => {
    setOpen(false)
    const next = chosen(choice, view, typed)
    if (next.query === '') setTyped('')
    showView(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const enter = () => {
      if (isShown && active >= 0) return pick(list[active]!)
      searchNow()
      if (open) setOpen(false)
      else toFirst()
    }
    const move = (step: number) => (isShown ? setActive(active < 0 && step < 0 ? list.length - 1 : (active + step + list.length) % list.length) : toFirst())
    const escape = () => (isShown ? setOpen(false) : typed === '' ? field.current?.blur() : type(''))
    const act = { Enter: enter, ArrowDown: () => move(1), ArrowUp: () => isShown && move(-1), Escape: escape }[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div class="m-search">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="7" cy="7" r="4.5" />
        <path d="m10.5 10.5 3.5 3.5" />
      </svg>
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterkeyhint="search"
        role="combobox"
        aria-label={text.search}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        data-testid="search"
        maxLength={MAX_SEARCH}
        placeholder={text.searchHint}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {typed === '' ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <button
          type="button"
          class="m-search-clear"
          aria-label={text.clearSearch}
          onClick={() => {
            type('')
            field.current?.focus()
          }}
        >
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="m2 2 6 6M8 2l-6 6" />
          </svg>
        </button>
      )}
      {isShown && <SearchList {...{ id, list, typed, active }} onPick={pick} />}
      <p role="status" class="visually-hidden">
        {isShown ? text.suggestions(list.length) : open ? hint : ''}
      </p>
    </div>
  )
}

/** What the person has typed. The page shows it after a short pause, but not within a composition, such as of Chinese. */
function useTyped(view: View) {
  const [typed, setTyped] = useState(view.query)
  const [composing, setComposing] = useState(false)
  // The person may have typed on since the page sent this query.
  const sent = useRef(view.query)
  useEffect(() => {
    if (view.query !== sent.current) setTyped(view.query)
    sent.current = view.query
  }, [view.query])
  const now = useRef(() => {})
  useEffect(() => {
    const query = typed.trim()
    now.current = () => {}
    if (composing || query === shownView()?.query) return
    const abort = new AbortController()
    const show = async () => {
      now.current = () => {} // Enter need not search for the same words again
      const from = shownView()?.query
      const time = await times.read(query, abort.signal)
      const before = shownView()
      // Meanwhile Back or a link may have led to another search or page.
      if (abort.signal.aborted || before === null || before.query !== from) return
      // Back leads to the page without the search, however much was typed.
      if (before.query === '') history.pushState(null, '', location.href)
      sent.current = query
      showView(withQuestion(before, query, times.known(before.query), time), 'load')
    }
    const timer = setTimeout(show, SEARCH_PAUSE)
    now.current = () => {
      clearTimeout(timer)
      void show()
    }
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed, composing])
  return { typed, setTyped, setComposing, searchNow: () => now.current() }
}

/** What the address of the memory page shows, also before the page has drawn it; null on other pages. */
function shownView(): View | null {
  const { target } = route.value
  return target.page === 'memory' ? target.view : null
}

/** Moves the focus to the first episode of the list. */
function toFirst(): void {
  document.querySelector<HTMLElement>('[data-testid="episode-item"]')?.focus()
}

/** Focuses the field by `/`, and by Ctrl or Command with K. */
function useFocusKeys(focus: () => void): void {
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
}
