import { useMemo, useRef, useState } from 'preact/hooks'
import { initialFrame, clampFrame } from './clock.ts'
import { Controls } from './controls.tsx'
import { NoteList, FailureOverlay, addNote, isStopped, type UnsupportedNote, type PreviewFailure } from './notes.tsx'
import { Screen } from './screen.tsx'
import { drawings } from './thumbnail.ts'
import { useStore } from '../store.ts'
import { text } from './strings.ts'
import { onPlayerKey, toggleFullScreen, usePageKeys, usePlaying, type Transport } from './transport.ts'
import './pane.css'

/** A compiled scene from the server. The duration is in frames, the size in pixels. */
export interface Preview {
  script: string
  duration: number
  fps: number
  width: number
  height: number
  sceneId: string
  version: number
}

interface Props {
  preview: Preview
  name: string
  /** Asks a model to repair the scene, given the error text; null if not permitted. */
  onRepair: ((errorText: string) => void) | null
}

/** Plays a scene: its picture, its errors and the player's controls. */
export function PreviewPane({ preview, name, onRepair }: Props) {
  // Restart only if the scene has changed, not if the same scene was loaded again.
  const { sceneId, version, script } = preview
  const runs = useRef(0)
  const run = useMemo(() => ++runs.current, [sceneId, version, script])
  return <Player key={run} preview={preview} name={name} onRepair={onRepair} />
}

function Player({ preview, name, onRepair }: Props) {
  const { fps } = preview
  const duration = Math.max(1, preview.duration)
  const [frame, setFrame] = useState(() => initialFrame(duration))
  const [playing, setPlaying] = useState(false)
  const [loop, setLoop] = useState(true)
  const [speed, setSpeed] = useState(1)
  const [failure, setFailure] = useState<PreviewFailure | null>(null)
  const [notes, setNotes] = useState<UnsupportedNote[]>([])
  const [attempt, setAttempt] = useState(0)
  const { hung } = useStore(drawings)
  const retriedLoad = useRef(false)
  const region = useRef<HTMLElement>(null)
  const untouched = useRef(true) // until a frame is selected, play starts at the beginning

  const seek = (to: number) => {
    untouched.current = false
    setPlaying(false)
    setFrame(clampFrame(to, duration))
  }
  const toggle = () => {
    if (!playing && (untouched.current || (!loop && frame >= duration - 1))) setFrame(0)
    untouched.current = false
    setPlaying(!playing)
  }
  const handleFailure = (to: PreviewFailure | null) => {
    // Retry once if the frame did not load: the cause may be temporary, such as another frame's process
    // ending.
    if (to?.kind === 'absent' && !retriedLoad.current) {
      retriedLoad.current = true
      setAttempt(attempt + 1)
      return
    }
    setFailure(to)
    if (to !== null && to.kind !== 'empty') setPlaying(false)
  }
  const retry = () => {
    region.current?.focus() // the button disappears
    setFailure(null)
    setFrame(0) // the frame at which it stopped would stop it again
    setAttempt(attempt + 1)
  }
  usePlaying(playing, frame, setFrame, () => setPlaying(false), { fps, speed, duration, loop })

  const stopped = isStopped(failure)
  const toggleFull = () => toggleFullScreen(region.current)
  const transport: Transport = { toggle, toggleFull, seek, frame, duration, stopped }
  usePageKeys(transport)
  return (
    <section
      ref={region}
      class="preview"
      tabIndex={-1}
      aria-label={text.region(name)}
      data-testid="preview"
      onKeyDown={(event) => onPlayerKey(event, transport)}
    >
      <div class="stage">
        <Screen
          key={`${attempt} ${hung}`}
          preview={preview}
          name={name}
          frame={frame}
          failure={failure}
          onFailure={handleFailure}
          onNote={(note) => setNotes((before) => addNote(before, note))}
        />
        <FailureOverlay failure={failure} onRetry={retry} onRepair={onRepair} />
      </div>
      <Controls
        frame={frame}
        duration={duration}
        fps={fps}
        playing={playing}
        loop={loop}
        speed={speed}
        disabled={stopped}
        onToggle={toggle}
        onSeek={seek}
        onLoop={() => setLoop(!loop)}
        onSpeed={setSpeed}
        onFull={toggleFull}
      />
      <NoteList notes={notes} />
    </section>
  )
}
