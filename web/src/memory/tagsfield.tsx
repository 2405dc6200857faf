import { useId, useRef, useState } from 'preact/hooks'
import { MAX_TAG } from '../limits.ts'
import { text } from './strings.ts'

interface Props {
  tags: string[]
  /** Tags of other episodes, to choose from. */
  known: string[]
  typed: string
  onType: (typed: string) => void
  onChange: (tags: string[]) => void
}

/** Adds what was typed to the tags. */
export function withTyped(tags: string[], typed: string): string[] {
  const tag = typed.trim()
  return tag === '' || tags.includes(tag) ? tags : [...tags, tag]
}

/** The tags of an episode: each can be removed, and Enter adds the one that was typed. */
export function TagsField({ tags, known, typed, onType, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const add = () => {
    onChange(withTyped(tags, typed))
    setSaid(text.edit.tagAdded(typed.trim()))
    onType('')
  }
  const remove = (tag: string) => {
    onChange(tags.filter((other) => other !== tag))
    setSaid(text.edit.tagRemoved(tag))
    field.current?.focus()
  }
  return (
    <div>
      <label for={id}>{text.tags}</label>
      <ul class="m-tags m-tags-edit">
        {tags.map((tag) => (
          <li key={tag} class="m-tag">
            <bdi>{tag}</bdi>
            <button type="button" aria-label={text.edit.removeTag(tag)} title={text.edit.removeTag(tag)} onClick={() => remove(tag)}>
              <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
                <path d="m2 2 6 6M8 2l-6 6" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={field}
        id={id}
        data-testid="new-tag"
        list={`${id}-known`}
        maxLength={MAX_TAG}
        autocomplete="off"
        placeholder={text.edit.tagHint}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return
          event.preventDefault()
          add()
        }}
      />
      <datalist id={`${id}-known`}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      <p role="status" class="visually-hidden">
        {said}
      </p>
    </div>
  )
}
