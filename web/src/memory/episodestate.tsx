import { draftOf, drafts, keepDraft } from '../drafts.ts'
import type { HeldBack } from '../heldback.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import type { Detail } from './data.ts'
import { draftKey } from './editdialog.tsx'
import { Gone } from './gone.tsx'
import { Held } from './held.tsx'
import { text } from './strings.ts'

interface Props {
  episode: Detail
  held: HeldBack | null
  /** When the page saw that the episode was deleted; null if it was not. */
  gone: number | null
  canChange: boolean
  onEdit: () => void
}

/** What is special about the open episode: it was deleted, it will be, or there is a draft of it. */
export function EpisodeState({ episode, held, gone, canChange, onEdit }: Props) {
  useStore(drafts)
  const draft = draftOf(draftKey(episode.id))
  if (gone !== null) return <Gone episode={episode} at={gone} />
  if (held !== null) {
    const focusDelete = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="delete"]')?.focus())
    return (
      <div class="m-state">
        <Held held={held} text={text.remove.heldHere} onKeep={focusDelete} />
      </div>
    )
  }
  if (draft === null || !canChange) return null
  const discard = () => {
    keepDraft(draftKey(episode.id), null)
    document.querySelector<HTMLElement>('[data-testid="edit"]')?.focus()
  }
  return (
    <div class="m-state m-draft" data-testid="draft">
      <span>{common.draftFrom(draft.at)}</span>
      <span class="m-state-buttons">
        <button class="secondary small" data-testid="draft-restore" onClick={onEdit}>
          {text.edit.restore}
        </button>
        <button class="quiet small" data-testid="draft-discard" onClick={discard}>
          {text.edit.discard}
        </button>
      </span>
    </div>
  )
}
