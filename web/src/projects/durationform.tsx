import { useState } from 'preact/hooks'
import type { Refusal } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { failureOf } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { changeDuration } from './routes.ts'
import { FPS, framesOf, secondsOf, type Scene } from './scene.ts'
import { text } from './strings.ts'

/** In seconds. */
const LONGEST = 3600

interface Props {
  projectId: string
  scene: Scene
  onFailure: (failure: Failure | null) => void
}

/** Edits the duration of a scene. The typed value stays if the scene changes meanwhile. */
export function DurationForm({ projectId, scene, onFailure }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const seconds = String(secondsOf(scene.duration))
  const wanted = Number(typed ?? seconds)
  const same = framesOf(wanted) === scene.duration
  const set = async (event: Event) => {
    event.preventDefault()
    if (busy || same) return
    setBusy(true)
    onFailure(null)
    try {
      await changeDuration(projectId, scene.sceneId, wanted)
      setTyped(null)
    } catch (error) {
      onFailure(failureOf(error as Refusal, text.notSet))
    }
    projectChanged(projectId)
    setBusy(false)
  }
  return (
    <form class="duration" onSubmit={set}>
      <label for="duration">{text.duration}</label>
      <input
        id="duration"
        type="number"
        inputMode="decimal"
        required
        min={(1 / FPS).toFixed(2)}
        max={LONGEST}
        step="any"
        data-testid="duration"
        value={typed ?? seconds}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button class="secondary small" aria-disabled={busy || same} data-testid="set-duration">
        {busy ? text.settingDuration : text.setDuration}
      </button>
    </form>
  )
}
