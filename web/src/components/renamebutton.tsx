import { useState } from 'preact/hooks'
import { proposeRename, type ApiError } from '../api.ts'
import { escapeInvisible } from '../escape.ts'
import { baseName } from '../plan.ts'
import { navigate, planUrl } from '../router.ts'
import { text } from '../strings.ts'

interface Props {
  folder: string
  class: string
  /** Whether to move the videos into folders of their shows. */
  byShow?: boolean
  disabled?: boolean
}

/** Makes a plan that names the recognised files of a folder after their episodes, or sorts its videos by show, and opens it. */
export function RenameButton({ folder, class: name, byShow = false, disabled = false }: Props) {
  const [{ busy, error }, set] = useState({ busy: false, error: '' })
  const propose = async () => {
    set({ busy: true, error: '' })
    try {
      const { taskId } = await proposeRename(folder, byShow)
      navigate(planUrl(taskId))
    } catch (error) {
      set({ busy: false, error: (error as ApiError).message })
    }
  }
  return (
    <>
      <button
        class={name}
        disabled={disabled || busy}
        aria-label={(byShow ? text.sortFilesOf : text.nameFilesOf)(baseName(folder))}
        data-testid={byShow ? 'sort-files' : 'name-files'}
        onClick={() => void propose()}
      >
        {byShow ? text.sortFiles : text.nameFiles}
      </button>
      {error !== '' && (
        <p class="error" role="alert">
          {escapeInvisible(error)}
        </p>
      )}
    </>
  )
}
