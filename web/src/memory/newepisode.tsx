import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { Modal } from '../components/modal.tsx'
import { draftOf, keepDraft } from '../drafts.ts'
import { newId } from '../ids.ts'
import { useKeys } from '../keys.ts'
import { notify } from '../notices.ts'
import { showView } from '../router.ts'
import { session } from '../session.ts'
import { Store, useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { problemsOf, type Field, type Fields } from './edits.ts'
import { EpisodeFields, useProblems } from './episodefields.tsx'
import { LinkFailure } from './linkfailure.tsx'
import { EMPTY_LINK, LinkFields, type Link } from './linkfields.tsx'
import type { Model } from './model.ts'
import { text } from './strings.ts'
import { withTyped } from './tagsfield.tsx'
import type { View } from './view.ts'
import { addEpisode } from './writes.ts'

/** What the form of a new episode has. */
export interface Seed {
  fields: Fields
  links: Link[]
  /** Null: now. */
  createdAt: string | null
}

interface Draft extends Seed {
  /** Changes with the content, so that the same content is stored only once if the first answer was lost. */
  requestId: string
}

const EMPTY: Seed = { fields: { name: '', query: '', reflection: '', reward: '0', tags: [], metadata: '' }, links: [], createdAt: null }

/** The draft of the form that is open; empty if none is. */
const creating = new Store({ key: '' })

/** Opens the form of a new episode, filled in. */
export function createEpisode(key: string, seed: Seed): void {
  keepDraft(key, { ...seed, requestId: newId() } satisfies Draft)
  creating.set({ key })
}

const NEW = 'new'

interface Props {
  view: View
  model: Model
  knownTags: string[]
  /** The person has changed the memory. */
  onChanged: () => void
}

const open = () => creating.set({ key: NEW })

/** The button that opens the form of a new episode. */
export function NewEpisodeButton() {
  const { canChange } = useStore(session)
  if (!canChange) return null
  return (
    <button class="secondary small m-new" aria-label={text.create.title} title={text.create.title} data-testid="new-episode" onClick={open}>
      {text.create.open}
    </button>
  )
}

/** The form of a new episode while it is open, and the key that opens it. It is apart from the list, which a phone hides. */
export function NewEpisode(props: Props) {
  const { canChange } = useStore(session)
  const { key } = useStore(creating)
  useKeys({ n: () => canChange && open() })
  if (!canChange || key === '') return null
  return <Form key={key} draftKey={key} {...props} onClose={() => creating.set({ key: '' })} />
}

type FormProps = Props & { draftKey: string; onClose: () => void }

function Form({ draftKey, view, model, knownTags, onChanged, onClose }: FormProps) {
  const [restored] = useState(() => draftOf<Draft>(draftKey))
  const [begun] = useState<Draft>(() => ({ ...EMPTY, links: linkTo(view.episode, model), requestId: newId() }))
  const [draft, setDraft] = useState<Draft>(restored?.value ?? begun)
  const [typedTag, setTypedTag] = useState('')
  const [busy, setBusy] = useState(false)
  /** Why the last attempt failed, and the type of the relationship that was refused if it was one. */
  const [failure, setFailure] = useState<{ error: ApiError; type: string } | null>(null)
  const [incomplete, setIncomplete] = useState(false)
  const { fields, links } = draft
  const { shown: problems, check } = useProblems(problemsOf(fields))
  const change = (changes: Partial<Seed>) => {
    const next = { ...draft, ...changes, requestId: newId() }
    setDraft(next)
    keepDraft(draftKey, JSON.stringify({ ...next, requestId: '' }) === JSON.stringify({ ...begun, requestId: '' }) ? null : next)
  }
  const set = <F extends Field>(field: F, value: Fields[F]) => change({ fields: { ...fields, [field]: value } })
  const drop = () => {
    keepDraft(draftKey, null)
    onClose()
  }
  const create = async (event: Event) => {
    event.preventDefault()
    const missing = links.some(({ other }) => other === null)
    setIncomplete(missing)
    if (busy || !check(event.currentTarget) || missing) return
    setBusy(true)
    setFailure(null)
    try {
      const { id, name } = await addEpisode({ ...fields, tags: withTyped(fields.tags, typedTag) }, links, draft.createdAt, draft.requestId)
      notify(text.create.done(id, name))
      drop()
      onChanged()
      showView({ ...view, episode: id, to: null, walk: null })
    } catch (caught) {
      const error = caught as ApiError
      setFailure({ error, type: links[error.index]?.type ?? '' })
      setBusy(false)
    }
  }
  return (
    <Modal title={text.create.title} testid="create-dialog" onClose={onClose}>
      <form class="m-form" onSubmit={create} noValidate>
        {restored !== null && draftKey === NEW && (
          <p class="m-state m-draft" data-testid="create-draft">
            {common.draftFrom(restored.at)}
          </p>
        )}
        <EpisodeFields {...{ fields, problems, knownTags, typedTag }} onTypeTag={setTypedTag} onChange={set} />
        <LinkFields links={links} model={model} isIncomplete={incomplete} onChange={(links) => change({ links })} />
        <LinkFailure view={view} error={failure?.error ?? null} type={failure?.type ?? ''} failed={text.create.failed} />
        <div class="buttons">
          <button type="button" class="secondary" data-testid="create-cancel" onClick={drop}>
            {text.cancel}
          </button>
          <button class="primary" disabled={busy} data-testid="create-confirm">
            {busy ? text.create.creating : text.create.confirm}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** Proposes a link to the open episode. */
function linkTo(serial: number | null, model: Model): Link[] {
  const episode = serial === null ? undefined : model.bySerial.get(serial)
  return episode === undefined ? [] : [{ ...EMPTY_LINK, other: { serial: episode.serial, name: episode.name, reward: episode.reward } }]
}
