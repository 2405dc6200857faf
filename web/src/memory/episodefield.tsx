import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { MAX_SEARCH } from '../limits.ts'
import { matchesWords, search, SEARCH_PAUSE, serialIn } from './data.ts'
import type { Model } from './model.ts'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'

/** An episode to choose. */
export interface Choice {
  serial: number
  name: string
  reward: number
}

interface Props {
  label: string
  model: Model
  /** The episode that cannot be chosen; null if there is none. */
  except: number | null
  /** What is chosen at first. */
  initial?: Choice | null
  /** The number of the episode that the page answers for. The field is empty once it is null again. */
  asked?: number | null
  testid: string
  onPick: (choice: Choice | null) => void
}

/** What the server found. */
interface Found extends Choice {
  /** Whether it has the words or the number. Others are only near in meaning. */
  matches: boolean
}

const nameOf = ({ serial, name }: Choice) => `#${serial} ${name}`.trim()

/** So many episodes are offered. */
const MOST = 8

/** Finds an episode by its number, by a part of its name, or by words that the server looks for. */
export function EpisodeField({ label, model, except, initial = null, asked, testid, onPick }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(initial === null ? '' : nameOf(initial))
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (asked === null) setTyped('')
  }, [asked])
  /** The option that Enter chooses; null until the person has moved to one. */
  const [chosen, setChosen] = useState<number | null>(null)
  const near = useMemo(() => nearby(typed, model, except), [typed, model, except])
  const { far, missing } = useFar(open ? typed : '', near, except)
  const matching = [...near, ...far.filter(({ serial, matches }) => matches && near.every((known) => known.serial !== serial))].slice(0, MOST)
  const isNear = matching.length === 0 && far.length > 0
  const options: Choice[] = isNear ? far.slice(0, MOST) : matching
  // What does not match is never chosen by Enter alone.
  const at = Math.min(chosen ?? (isNear ? -1 : 0), options.length - 1)
  const active = options[at]
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // At once: the next letter would end a movement.
    if (open) field.current!.scrollIntoView({ block: 'nearest' })
  }, [open, options.length])
  const move = (step: number) => setChosen(at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % Math.max(1, options.length))
  const pick = (choice: Choice) => {
    setTyped(nameOf(choice))
    setOpen(false)
    onPick(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const shown = open && options.length > 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!open) setOpen(true)
      else move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && shown) {
      if (active !== undefined) pick(active)
    } else if (event.key === 'Escape' && shown) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={field} class="m-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        data-testid={testid}
        aria-expanded={open && options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active !== undefined ? `${id}-${active.serial}` : undefined}
        autocomplete="off"
        maxLength={MAX_SEARCH}
        placeholder={text.episodeHint}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setOpen(event.currentTarget.value.trim() !== '')
          setChosen(null)
          onPick(null)
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={({ currentTarget }) => !open && currentTarget.select()} // the next letters ask for another one
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {open && isNear && <p class="muted m-near">{text.nearOptions}</p>}
      <ul id={`${id}-list`} role="listbox" aria-label={label} class="m-options" hidden={!open || options.length === 0}>
        {open &&
          options.map((choice) => (
            <li
              key={choice.serial}
              id={`${id}-${choice.serial}`}
              role="option"
              data-testid="option"
              aria-selected={choice === active}
              onPointerDown={(event) => event.preventDefault()} // the field keeps the focus
              onClick={() => pick(choice)}
            >
              <span>
                #{choice.serial} <bdi>{choice.name}</bdi>
              </span>
              <Reward reward={choice.reward} />
            </li>
          ))}
      </ul>
      <p role="status" class={missing && options.length === 0 ? 'muted' : 'visually-hidden'}>
        {open && (options.length > 0 ? text.options(options.length, isNear) : missing ? text.noOption : '')}
      </p>
    </div>
  )
}

/** Finds loaded episodes. A name that begins with the text comes first. */
function nearby(typed: string, model: Model, except: number | null): Choice[] {
  const serial = serialIn(typed)
  const words = typed.trim().toLowerCase()
  if (words === '') return []
  if (serial !== null) {
    const episode = model.bySerial.get(serial)
    if (episode !== undefined) return serial === except ? [] : [episode]
  }
  const found = model.episodes.filter(({ name, serial }) => serial !== except && name.toLowerCase().includes(words))
  const begins = ({ name }: Choice) => name.toLowerCase().startsWith(words)
  return [...found.filter(begins), ...found.filter((episode) => !begins(episode))].slice(0, MOST)
}

/** Asks the server, if the loaded episodes are not enough. */
function useFar(typed: string, near: Choice[], except: number | null): { far: Found[]; missing: boolean } {
  const [answer, setAnswer] = useState<{ typed: string; far: Found[] } | null>(null)
  const words = typed.trim()
  const serial = serialIn(words)
  const needed = words !== '' && (serial === null ? near.length < MOST : near.length === 0 && serial !== except)
  useEffect(() => {
    if (!needed) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      const found = (far: Found[]) => !abort.signal.aborted && setAnswer({ typed: words, far: far.filter((choice) => choice.serial !== except) })
      find(words, serial, abort.signal).then(found, (_: ApiError) => found([]))
    }, SEARCH_PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, needed, except])
  const current = answer?.typed === words ? answer.far : null
  return { far: needed ? (current ?? []) : [], missing: words !== '' && (!needed || current !== null) }
}

async function find(words: string, serial: number | null, signal: AbortSignal): Promise<Found[]> {
  const { episodes } = await search(serial === null ? words : `#${serial}`, signal)
  return episodes.map((hit) => ({ serial: hit.id, name: hit.name, reward: hit.reward, matches: matchesWords(hit) }))
}
