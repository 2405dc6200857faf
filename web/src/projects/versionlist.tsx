import { useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Warning } from '../components/warning.tsx'
import type { Failure } from '../decisions.ts'
import { dayAndTime } from '../locale.ts'
import { followLink, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { useLoaded } from './loaded.ts'
import { toFailure } from './requests.ts'
import { rate, readEpisode } from './routes.ts'
import { secondsOf, type Scene, type Version } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  scene: Scene
}

/** The versions of a scene, newest first. */
export function VersionList({ projectId, scene }: Props) {
  const { canChange } = useStore(session)
  useClock()
  return (
    <section class="versions">
      <h4>{text.versions}</h4>
      <ol data-testid="versions">
        {[...scene.versions].reverse().map((version) => (
          <li key={version.version}>
            <VersionItem projectId={projectId} scene={scene} version={version} />
            {canChange && version.version === scene.version && version.episodeId !== undefined && (
              <VersionRating key={version.episodeId} episodeId={version.episodeId} version={version.version} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function VersionItem({ projectId, scene, version: entry }: Props & { version: Version }) {
  const { version, tool, createdAt, prompt = '', reasoning = '', fallback = false, repairs = 0 } = entry
  const isNewest = version === scene.current
  const isShown = version === scene.version
  return (
    <a
      class="item version"
      href={projectUrl(projectId, scene.sceneId, isNewest ? null : version)}
      aria-current={isShown ? 'true' : undefined}
      data-testid="version"
      data-version={version}
      onClick={followLink}
    >
      <span class="version-name">
        {text.versionName(version)} {isNewest && <span class="chip">{text.newest}</span>}
      </span>
      <span class="item-facts" title={dayAndTime.format(new Date(createdAt))}>
        <bdi>{text.toolLabel(tool, entry.sceneName)}</bdi> · {ageOf(createdAt)} · {text.seconds(secondsOf(entry.duration))}
      </span>
      {prompt !== '' && <q class="version-prompt">{prompt}</q>}
      {reasoning !== '' && <span class="version-reason">{reasoning}</span>}
      {fallback && (
        <span class="item-problems">
          <Warning /> {text.safeScene}
        </span>
      )}
      {!fallback && repairs > 0 && <span class="item-facts">{text.repaired(repairs)}</span>}
    </a>
  )
}

const REWARDS = [
  [1, text.good, 'good'],
  [-1, text.notGood, 'not-good'],
] as const

/** A person's rating of a version, stored in its episode. */
function VersionRating({ episodeId, version }: { episodeId: string; version: number }) {
  const { value, error, reload } = useLoaded(`episode ${episodeId}`, () => readEpisode(episodeId), null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (value === null && error !== null) return null
  const submit = async (reward: 1 | -1) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await rate(episodeId, reward)
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.notRated))
    }
    await reload()
    setBusy(false)
  }
  return (
    <div class={value === null ? 'rating rating-loading' : 'rating'} role="group" aria-label={text.rating(version)}>
      {REWARDS.map(([reward, name, testid]) => (
        <button
          key={reward}
          class="secondary small"
          aria-pressed={value?.reward === reward}
          aria-disabled={busy}
          data-testid={testid}
          onClick={() => void submit(reward)}
        >
          {name}
        </button>
      ))}
      {failure !== null && <FailureNote failure={failure} />}
    </div>
  )
}
