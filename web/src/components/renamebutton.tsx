import { useState } from 'preact/hooks'
import { proposeRename, type ApiError } from '../api.ts'
import { escapeInvisible } from '../escape.ts'
import { baseName } from '../plan.ts'
import { navigate, planUrl } from '../router.ts'
import { text } from '../strings.ts'

/** Makes a plan that names the recognised files of a folder after their episodes, and opens it. */
export function RenameButton({ folder, class: name, disabled = false }: { folder: string; class: string; disabled?: boolean }) {
  const [{ busy, error }, set] = useState({ busy: false, error: '' })
  const propose = async () => {
    set({ busy: true, error: '' })
    try {
      const { taskId } = await proposeRename(folder)
      navigate(planUrl(taskId))
    } catch (error) {
      set({ busy: false, error: (error as ApiError).message })
    }
  }
  return (
    <>
      <button class={name} disabled={disabled || busy} aria-label={text.nameFilesOf(baseName(folder))} data-testid="name-files" onClick={() => void propose()}>
        {text.nameFiles}
      </button>
      {error !== '' && (
        <p class="error" role="alert">
          {escapeInvisible(error)}
        </p>
      )}
    </>
  )
}
