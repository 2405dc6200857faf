import { useEffect, useRef, useState } from 'preact/hooks'
import { FailureNote } from '../components/failurenote.tsx'
import { WIDE } from '../components/plansboard.tsx'
import type { Failure } from '../decisions.ts'
import { tell } from '../notices.ts'
import { follow, projectAddress } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { DeleteDialog } from './deletedialog.tsx'
import { DurationForm } from './durationform.tsx'
import { useLoaded } from './loaded.ts'
import { RequestForm } from './requestform.tsx'
import { mend } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { readScene, scenePath } from './routes.ts'
import { secondsOf, type Scene, type SceneSummary } from './scene.ts'
import { SceneParts } from './sceneparts.tsx'
import { text } from './strings.ts'
import { VersionList } from './versionlist.tsx'

interface Props {
  projectId: string
  /** The scene as the timeline lists it. */
  summary: SceneSummary
  at: number
  count: number
  /** Increases whenever the scene may have changed. */
  revision: number
  /** The version to show; null means the newest. */
  version: number | null
  by: 'decision' | 'hand' | 'load'
  onMove: ((from: number, to: number) => void) | null
  onDeleted: () => void
}

/** One scene: its preview, its code, its versions and its actions. */
export function ScenePane(props: Props) {
  const { projectId, summary, at, count, revision, version, by } = props
  const { sceneId } = summary
  const { mayChange } = useStore(session)
  const load = () => readScene(projectId, sceneId, version)
  const { value, refusal } = useLoaded(scenePath(projectId, sceneId, '', version), load, revision)
  // Show the previous version until the chosen one is loaded.
  const before = useRef<Scene | null>(null)
  if (value !== null) before.current = value
  const scene = value ?? before.current
  const name = scene?.sceneName ?? summary.sceneName
  const [deleting, setDeleting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The previous scene or, on a phone, the list is no longer visible, so the heading takes the focus.
    if (by === 'decision' || (by === 'hand' && !matchMedia(WIDE).matches)) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
  }, [])
  const isNewest = scene === null || scene.version === scene.current
  return (
    <section class="scene-pane" aria-labelledby="scene-name" data-testid="scene-pane" data-scene-id={sceneId}>
      <header class="scene-head">
        <a class="back" href={projectAddress(projectId)} onClick={follow}>
          ‹ {text.allScenes}
        </a>
        <div class="scene-title">
          <p class="kind">{text.place(at + 1, count)}</p>
          <h3 id="scene-name" ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h3>
          {scene !== null && <Facts scene={scene} />}
        </div>
        {mayChange && scene !== null && isNewest && <Tools {...props} scene={scene} onDelete={() => setDeleting(true)} />}
      </header>
      {scene === null && refusal === null && <p class="hint">{common.loading}</p>}
      {refusal !== null && (
        <p class="hint bad" role="alert" data-testid="scene-failure">
          {text.sceneFailed} {refusal.message}
        </p>
      )}
      {scene !== null && (
        <div class="scene-body">
          <div class="scene-main">
            {!isNewest && (
              <p class="old-note" data-testid="old-note">
                {text.old(scene.version, scene.current)}{' '}
                <a href={projectAddress(projectId, sceneId)} onClick={follow}>
                  {text.toNewest}
                </a>
              </p>
            )}
            <SceneParts
              projectId={projectId}
              scene={scene}
              name={name}
              onMend={mayChange && isNewest ? (words) => void mend(projectId, scene, words) : null}
            />
          </div>
          <aside class="scene-side">
            {mayChange && isNewest && <RequestForm subject={{ projectId, sceneId }} />}
            <VersionList projectId={projectId} scene={scene} />
          </aside>
        </div>
      )}
      {deleting && scene !== null && (
        <DeleteDialog
          projectId={projectId}
          sceneId={sceneId}
          name={name}
          versions={scene.versions.length}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            tell(text.remove.done(name))
            props.onDeleted()
            projectChanged(projectId)
          }}
        />
      )}
    </section>
  )
}

function Facts({ scene }: { scene: Scene }) {
  const { duration, version } = scene
  return (
    <p class="facts" data-testid="scene-facts">
      {[text.seconds(secondsOf(duration)), text.frames(duration), text.version(version)].join(' · ')}
    </p>
  )
}

/** The actions that need no model. */
function Tools({ projectId, scene, at, count, onMove, onDelete }: Props & { scene: Scene; onDelete: () => void }) {
  const [failure, setFailure] = useState<Failure | null>(null)
  return (
    <>
      <div class="scene-tools">
        <DurationForm projectId={projectId} scene={scene} onFailure={setFailure} />
        <span class="scene-moves">
          <button class="secondary small" aria-disabled={at === 0} data-testid="earlier" onClick={() => onMove?.(at, at - 1)}>
            ← {text.earlier}
          </button>
          <button class="secondary small" aria-disabled={at === count - 1} data-testid="later" onClick={() => onMove?.(at, at + 1)}>
            {text.later} →
          </button>
        </span>
        <button class="quiet small" data-testid="delete" onClick={onDelete}>
          {text.deleteOpen}
        </button>
      </div>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  )
}
