import { useEffect, useRef, useState } from 'preact/hooks'
import { FailureNote } from '../components/failurenote.tsx'
import { WIDE_SCREEN } from '../screen.ts'
import type { Failure } from '../decisions.ts'
import { MAX_SCENE_NAME } from '../limits.ts'
import { notify } from '../notices.ts'
import { followLink, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { DeleteDialog } from './deletedialog.tsx'
import { DurationForm } from './durationform.tsx'
import { useModelStatus } from './modelstatus.ts'
import { NameForm } from './nameform.tsx'
import { OldVersion } from './oldversion.tsx'
import { useLoaded } from './loaded.ts'
import { RequestForm } from './requestform.tsx'
import { repair } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { readScene, renameScene, scenePath } from './routes.ts'
import { secondsOf, type Scene, type SceneSummary } from './scene.ts'
import { SceneTabs } from './scenetabs.tsx'
import { text } from './strings.ts'
import { useChosenVersion } from './usechosenversion.ts'
import { VersionList } from './versionlist.tsx'

interface Props {
  projectId: string
  /** The scene as the timeline lists it. */
  summary: SceneSummary
  index: number
  count: number
  /** Increases whenever the scene may have changed. */
  revision: number
  /** The version to show; null means the newest. */
  version: number | null
  cause: 'decision' | 'navigation' | 'load'
  onMove: ((from: number, to: number) => void) | null
  /** A new object for each wish to rename the scene. */
  renamed: object | null
  onDeleted: () => void
}

/** One scene: its preview, its code, its versions and its actions. */
export function ScenePane(props: Props) {
  const { projectId, summary, index, count, revision, version, cause } = props
  const { sceneId } = summary
  const { canChange } = useStore(session)
  const load = () => readScene(projectId, sceneId, version)
  const { value, error } = useLoaded(scenePath(projectId, sceneId, '', version), load, revision)
  // Show the previous version until the selected one is loaded.
  const lastShown = useRef<Scene | null>(null)
  if (value !== null) lastShown.current = value
  const scene = value ?? lastShown.current
  const name = scene?.sceneName ?? summary.sceneName
  const isNewest = scene === null || scene.version === scene.current
  const [deleting, setDeleting] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const wish = useRef(props.renamed)
  useEffect(() => {
    if (wish.current !== props.renamed && isNewest) setRenaming(true)
    wish.current = props.renamed
  }, [props.renamed])
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !renaming) renameButton.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])
  const main = useRef<HTMLDivElement>(null)
  useChosenVersion(main, version, value !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The previous scene or, on a phone, the list is no longer visible, so the heading takes the focus.
    if (cause === 'decision' || (cause === 'navigation' && !matchMedia(WIDE_SCREEN).matches)) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
  }, [])
  const model = useModelStatus()
  const canRepair = canChange && isNewest && model?.configured === true
  return (
    <section class="scene-pane" aria-labelledby="scene-name" data-testid="scene-pane" data-scene-id={sceneId}>
      <header class="scene-head">
        <a class="back" href={projectUrl(projectId)} onClick={followLink}>
          ‹ {text.allScenes}
        </a>
        <div class="scene-title">
          <p class="kind">{text.position(index + 1, count)}</p>
          {renaming && scene !== null ? (
            <>
              <h3 id="scene-name" class="visually-hidden">
                {name}
              </h3>
              <NameForm
                was={scene.sceneName}
                label={text.name}
                maxLength={MAX_SCENE_NAME}
                failed={text.notRenamed}
                save={(next) => renameScene(projectId, sceneId, next).finally(() => projectChanged(projectId))}
                onClose={() => setRenaming(false)}
              />
            </>
          ) : (
            <div class="scene-name">
              <h3 id="scene-name" ref={heading} tabIndex={-1}>
                <bdi>{name}</bdi>
              </h3>
              {canChange && scene !== null && isNewest && (
                <button ref={renameButton} class="quiet small" data-testid="rename" onClick={() => setRenaming(true)}>
                  {text.rename}
                </button>
              )}
            </div>
          )}
          {scene !== null && <Facts scene={scene} />}
        </div>
        {canChange && scene !== null && isNewest && <SceneActions {...props} scene={scene} onDelete={() => setDeleting(true)} />}
      </header>
      {scene === null && error === null && <p class="hint">{common.loading}</p>}
      {error !== null && (
        <p class="hint error" role="alert" data-testid="scene-failure">
          {text.sceneFailed} {error.message}
        </p>
      )}
      {scene !== null && (
        <div class="scene-body">
          <div class="scene-main" ref={main}>
            {!isNewest && <OldVersion projectId={projectId} scene={scene} canRestore={canChange} />}
            <SceneTabs
              projectId={projectId}
              scene={scene}
              name={name}
              onRepair={canRepair ? (errorText) => void repair(projectId, scene, errorText) : null}
            />
          </div>
          <aside class="scene-side">
            {canChange && isNewest && <RequestForm subject={{ projectId, sceneId }} />}
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
            notify(text.remove.done(name))
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
function SceneActions({ projectId, scene, index, count, onMove, onDelete }: Props & { scene: Scene; onDelete: () => void }) {
  const [failure, setFailure] = useState<Failure | null>(null)
  return (
    <>
      <div class="scene-tools">
        <DurationForm projectId={projectId} scene={scene} onFailure={setFailure} />
        <span class="scene-moves">
          <button class="secondary small" aria-disabled={index === 0} data-testid="earlier" onClick={() => onMove?.(index, index - 1)}>
            ← {text.earlier}
          </button>
          <button class="secondary small" aria-disabled={index === count - 1} data-testid="later" onClick={() => onMove?.(index, index + 1)}>
            {text.later} →
          </button>
        </span>
        <button class="danger small" data-testid="delete" onClick={onDelete}>
          {text.deleteOpen}
        </button>
      </div>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  )
}
