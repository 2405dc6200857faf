import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { clampFrame } from '../preview/clock.ts'
import { Controls } from '../preview/controls.tsx'
import { FailureOverlay, type PreviewFailure } from '../preview/notes.tsx'
import { Screen } from '../preview/screen.tsx'
import { drawings } from '../preview/thumbnail.ts'
import { onPlayerKey, toggleFullScreen, usePageKeys, usePlaying, type Transport } from '../preview/transport.ts'
import '../preview/pane.css'
import './film.css'
import { useKeys } from '../keys.ts'
import { useStore } from '../store.ts'
import { useLoaded } from './loaded.ts'
import { played, playedScene } from './playhead.tsx'
import { readPreview, scenePath } from './routes.ts'
import { FPS, sceneAt, startsOf, type SceneSummary } from './scene.ts'
import { text } from './strings.ts'

/** Where a click on the timeline goes: to a frame of the project, or to the open scene. */
export interface Chosen {
  frame: number | null
}

interface Props {
  projectId: string
  scenes: SceneSummary[]
  /** The open scene. When another one is opened, or it is chosen again, the film goes to its start. */
  open: string | null
  /** A new object for each click on the timeline. */
  chosen: Chosen | null
  onClose: () => void
}

/** Plays all scenes of a project, one after the other. It begins at once. */
export function Film({ projectId, scenes, open, chosen, onClose }: Props) {
  const starts = startsOf(scenes)
  const duration = Math.max(1, starts.at(-1)! + scenes.at(-1)!.duration)
  const [shownFrame, setFrame] = useState(0)
  const frame = clampFrame(shownFrame, duration) // the project may have become shorter
  const [playing, setPlaying] = useState(true)
  const [loop, setLoop] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set())
  const index = sceneAt(starts, frame)
  const scene = scenes[index]!
  const inScene = frame - starts[index]!
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus({ preventScroll: true }), [])

  const seek = (to: number) => {
    setPlaying(false)
    setFrame(clampFrame(to, duration))
  }
  const toggle = () => {
    if (!playing && !loop && frame >= duration - 1) setFrame(0)
    setPlaying(!playing)
  }
  const [jumps, setJumps] = useState(0)
  const first = useRef(true)
  // The next key must find the scene that is shown; an effect would run later.
  useLayoutEffect(() => {
    const at = scenes.findIndex(({ sceneId }) => sceneId === open)
    const to = chosen?.frame ?? starts[at]
    if (!first.current && to !== undefined) {
      setFrame(clampFrame(to, duration))
      setJumps((before) => before + 1)
    }
    first.current = false
  }, [open, chosen])
  // The clock waits until the scene is drawn.
  const runs = playing && ready.has(keyOf(scene))
  usePlaying(runs, frame, setFrame, () => setPlaying(false), { fps: FPS, speed, duration, loop, jumps })
  useLayoutEffect(() => {
    played.set({ at: { sceneId: scene.sceneId, share: inScene / scene.duration } })
  }, [scene.sceneId, inScene, scene.duration])
  useLayoutEffect(() => playedScene.set({ sceneId: scene.sceneId }), [scene.sceneId])
  const forget = () => {
    played.set({ at: null })
    playedScene.set({ sceneId: null })
  }
  useEffect(() => forget, [])

  const toggleFull = () => toggleFullScreen(region.current)
  const transport: Transport = { toggle, toggleFull, seek, frame, duration, stopped: false }
  usePageKeys(transport)
  // Escape first leaves the full screen, which the browser does.
  useKeys({ Escape: () => document.fullscreenElement === null && onClose() })
  const markReady = (key: string) => setReady((before) => (before.has(key) ? before : new Set(before).add(key)))
  return (
    <section
      ref={region}
      class="film preview"
      tabIndex={-1}
      aria-label={text.film(projectId)}
      data-testid="film"
      data-playing={runs}
      onKeyDown={(event) => onPlayerKey(event, transport)}
    >
      <div class="film-head">
        <p data-testid="film-scene">{text.filmAt(index + 1, scenes.length, scene.sceneName)}</p>
        <button class="quiet small" data-testid="close-film" aria-keyshortcuts="Escape" onClick={onClose}>
          {text.closeFilm}
        </button>
      </div>
      <div class="stage film-stage">
        {/* The next scene is drawn before its turn. */}
        {scenes.slice(index, index + 2).map((one) => (
          <FilmScene
            key={keyOf(one)}
            projectId={projectId}
            scene={one}
            visible={one === scene}
            frame={one === scene ? inScene : 0}
            onReady={() => markReady(keyOf(one))}
          />
        ))}
      </div>
      <Controls
        frame={frame}
        duration={duration}
        fps={FPS}
        playing={playing}
        loop={loop}
        speed={speed}
        disabled={false}
        onToggle={toggle}
        onSeek={seek}
        onLoop={() => setLoop(!loop)}
        onSpeed={setSpeed}
        onFull={toggleFull}
      />
    </section>
  )
}

function keyOf({ sceneId, version }: SceneSummary): string {
  return `${sceneId}@${version}`
}

interface SceneProps {
  projectId: string
  scene: SceneSummary
  visible: boolean
  frame: number
  /** The scene is drawn, or cannot be. */
  onReady: () => void
}

function FilmScene({ projectId, scene, visible, frame, onReady }: SceneProps) {
  const { sceneId, sceneName, version } = scene
  const load = () => readPreview(projectId, sceneId, version)
  const { value, error } = useLoaded(scenePath(projectId, sceneId, '/preview', version), load, null)
  const [failure, setFailure] = useState<PreviewFailure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { hung } = useStore(drawings)
  const handleFailure = (to: PreviewFailure | null) => {
    setFailure(to)
    onReady()
  }
  useEffect(() => {
    if (error !== null) onReady()
  }, [error])
  return (
    <div class={visible ? 'film-scene' : 'film-scene film-next'} aria-hidden={!visible}>
      {value !== null && (
        <>
          <Screen
            key={`${attempt} ${hung}`}
            preview={value}
            name={sceneName}
            frame={frame}
            failure={failure}
            onFailure={handleFailure}
            onNote={() => {}} // the scene's own preview lists them
            onShown={onReady}
          />
          <FailureOverlay
            failure={failure}
            onRetry={() => {
              setFailure(null)
              setAttempt(attempt + 1)
            }}
            onRepair={null}
          />
        </>
      )}
      {value === null && (
        <div class="screen film-empty">
          <p class="screen-note">{error === null ? text.filmWaiting : `${text.filmFailed(sceneName)} ${error.message}`}</p>
        </div>
      )}
    </div>
  )
}
