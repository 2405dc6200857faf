import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { MAX_SECONDS } from '../limits.ts'
import { toFailure } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { changeDuration } from './routes.ts'
import { FPS, framesOf, secondsOf, type Scene } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  scene: Scene
  onFailure: (failure: Failure | null) => void
}

/** Edits the duration of a scene. The typed value stays if the scene changes meanwhile. */
export function DurationForm({ projectId, scene, onFailure }: Props) {
  const [input, setInput] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const seconds = String(secondsOf(scene.duration))
  const newSeconds = Number(input ?? seconds)
  const unchanged = framesOf(newSeconds) === scene.duration
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy || unchanged) return
    setBusy(true)
    onFailure(null)
    try {
      await changeDuration(projectId, scene.sceneId, newSeconds)
      setInput(null)
    } catch (error) {
      onFailure(toFailure(error as ApiError, text.notSet))
    }
    projectChanged(projectId)
    setBusy(false)
  }
  return (
    <form class="duration" onSubmit={submit}>
      <label for="duration">{text.duration}</label>
      <input
        id="duration"
        type="number"
        inputMode="decimal"
        required
        min={(1 / FPS).toFixed(2)}
        max={MAX_SECONDS}
        step="any"
        data-testid="duration"
        value={input ?? seconds}
        onInput={(event) => setInput(event.currentTarget.value)}
      />
      <button class="secondary small" aria-disabled={busy || unchanged} data-testid="set-duration">
        {busy ? text.settingDuration : text.setDuration}
      </button>
    </form>
  )
}
