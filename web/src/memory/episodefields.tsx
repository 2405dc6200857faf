import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { MAX_LONG, MAX_NAME, MAX_TASK } from '../limits.ts'
import { isReward, lengthOf, type Field, type Fields } from './edits.ts'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import { TagsField } from './tagsfield.tsx'

interface Props {
  fields: Fields
  problems: Partial<Record<Field, string>>
  knownTags: string[]
  typedTag: string
  onTypeTag: (typed: string) => void
  onChange: <F extends Field>(field: F, value: Fields[F]) => void
  /** What to show below a field. */
  below?: (field: Field) => ComponentChildren
}

/** The fields of an episode that a person may write. */
export function EpisodeFields({ fields, problems, knownTags, typedTag, onTypeTag, onChange, below }: Props) {
  const id = useId()
  const written = (field: 'query' | 'reflection' | 'metadata') => ({
    field,
    value: fields[field],
    problem: problems[field],
    onInput: (value: string) => onChange(field, value),
  })
  return (
    <>
      <label for={`${id}-name`}>{text.name}</label>
      <input
        id={`${id}-name`}
        class="m-wide"
        data-testid="edit-name"
        maxLength={MAX_NAME}
        dir="auto"
        placeholder={text.edit.nameHint}
        value={fields.name}
        onInput={(event) => onChange('name', event.currentTarget.value)}
      />
      {below?.('name')}
      <LongField {...written('query')} label={text.query} rows={2} most={MAX_TASK} />
      {below?.('query')}
      <LongField {...written('reflection')} label={text.reflection} rows={5} most={MAX_LONG} />
      {below?.('reflection')}
      <label for={`${id}-reward`}>{text.edit.reward}</label>
      <div class="m-strength">
        <input
          id={`${id}-reward`}
          type="number"
          min="-1"
          max="1"
          step="0.1"
          inputMode="text"
          data-testid="edit-reward"
          aria-invalid={problems.reward !== undefined}
          aria-describedby={`${id}-reward-hint`}
          value={fields.reward}
          onInput={(event) => onChange('reward', event.currentTarget.value)}
        />
        {isReward(fields.reward) && <Reward reward={Number(fields.reward)} />}
      </div>
      <p id={`${id}-reward-hint`} class={problems.reward === undefined ? 'muted' : 'error'} role={problems.reward === undefined ? undefined : 'alert'}>
        {problems.reward ?? text.edit.rewardHint}
      </p>
      {below?.('reward')}
      <TagsField tags={fields.tags} known={knownTags} typed={typedTag} onType={onTypeTag} onChange={(tags) => onChange('tags', tags)} />
      {problems.tags !== undefined && (
        <p class="error" role="alert">
          {problems.tags}
        </p>
      )}
      {below?.('tags')}
      <LongField {...written('metadata')} label={text.edit.metadata} rows={2} most={MAX_LONG} code />
      {below?.('metadata')}
    </>
  )
}

interface LongProps {
  field: Field
  label: string
  value: string
  rows: number
  /** In bytes. */
  most: number
  problem: string | undefined
  code?: boolean
  onInput: (value: string) => void
}

/** A text of several lines that grows, with its length. */
function LongField({ field, label, value, rows, most, problem, code = false, onInput }: LongProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => grow(area.current!), [value])
  const { length, room } = lengthOf(value, most)
  return (
    <>
      <div class="m-label">
        <label for={id}>{label}</label>
        <span class={length > room ? 'error' : 'muted'} data-testid={`length-${field}`}>
          {text.edit.length(length, room)}
        </span>
      </div>
      <textarea
        ref={area}
        id={id}
        class={code ? 'm-grow m-code' : 'm-grow'}
        rows={rows}
        spellcheck={!code}
        data-testid={`edit-${field}`}
        dir="auto"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p id={`${id}-problem`} class="error" role="alert">
        {problem}
      </p>
    </>
  )
}

/** Gives a field the height of its text in a browser where the style sheet cannot. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}

/** Moves the focus to the first field that the server would reject. */
export function focusProblem(form: EventTarget | null): void {
  // Once the fields are marked.
  requestAnimationFrame(() => (form as HTMLElement | null)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** The problems that are shown: those of the last attempt to save, as far as they are still there. */
export function useProblems(problems: Partial<Record<Field, string>>) {
  const [tried, setTried] = useState(false)
  const shown = tried ? problems : {}
  /** Reports whether the form may be sent, and otherwise shows why not. */
  const check = (form: EventTarget | null): boolean => {
    if (Object.keys(problems).length === 0) return true
    setTried(true)
    focusProblem(form)
    return false
  }
  return { shown, check }
}
