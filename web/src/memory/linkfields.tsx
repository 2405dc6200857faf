import { MAX_LINKS } from '../limits.ts'
import { EpisodeField, type Choice } from './episodefield.tsx'
import type { Model } from './model.ts'
import { text } from './strings.ts'
import { VerbField, type Verb } from './verbfield.tsx'

/** A relationship of a new episode. */
export interface Link extends Verb {
  strength: number
  other: Choice | null
}

/** The weakest claim comes first. */
export const EMPTY_LINK: Link = { type: 'related_to', direction: 'outgoing', strength: 1, other: null }

interface Props {
  links: Link[]
  model: Model
  isIncomplete: boolean
  onChange: (links: Link[]) => void
}

/** The relationships of a new episode, each as a sentence. */
export function LinkFields({ links, model, isIncomplete, onChange }: Props) {
  const set = (at: number, changes: Partial<Link>) => onChange(links.map((link, i) => (i === at ? { ...link, ...changes } : link)))
  const remove = (at: number) => onChange(links.filter((_, i) => i !== at))
  return (
    <fieldset class="m-links">
      <legend>{text.create.links}</legend>
      {links.map((link, at) => (
        <div key={`${at}/${links.length}`} class="m-link" data-testid="link">
          <div class="m-link-verb">
            <VerbField value={link} testid="link-sentence" onChange={(verb) => set(at, verb)} />
          </div>
          <EpisodeField label={text.relate.other} model={model} except={null} initial={link.other} testid="link-other" onPick={(other) => set(at, { other })} />
          <button type="button" class="quiet small" data-testid="link-remove" onClick={() => remove(at)}>
            {text.create.removeLink}
          </button>
        </div>
      ))}
      {isIncomplete && links.some(({ other }) => other === null) && (
        <p class="error" role="alert">
          {text.create.incomplete}
        </p>
      )}
      {links.length < MAX_LINKS && (
        <button type="button" class="secondary small" data-testid="link-add" onClick={() => onChange([...links, EMPTY_LINK])}>
          {text.create.addLink}
        </button>
      )}
    </fieldset>
  )
}
