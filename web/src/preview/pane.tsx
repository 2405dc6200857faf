import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { playedTo, poster, within } from './clock.ts'
import { Controls } from './controls.tsx'
import { NoteList, TroubleNote, withNote, type Note, type Trouble } from './notes.tsx'
import { Screen } from './screen.tsx'
import { text } from './strings.ts'
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
  onMend: ((words: string) => void) | null
}

/** Plays a scene: its picture, its errors and the player's controls. */
export function PreviewPane({ preview, name, onMend }: Props) {
  // Restart only if the scene has changed, not if the same scene was loaded again.
  const { sceneId, version, script } = preview
  const runs = useRef(0)
  const run = useMemo(() => ++runs.current, [sceneId, version, script])
  return <Player key={run} preview={preview} name={name} onMend={onMend} />
}

function Player({ preview, name, onMend }: Props) {
  const { fps } = preview
  const duration = Math.max(1, preview.duration)
  const [frame, setFrame] = useState(() => poster(duration))
  const [playing, setPlaying] = useState(false)
  const [loop, setLoop] = useState(true)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [notes, setNotes] = useState<Note[]>([])
  const [attempt, setAttempt] = useState(0)
  const insisted = useRef(false)
  const region = useRef<HTMLElement>(null)
  const fresh = useRef(true) // until a frame is chosen, play starts at the beginning

  const seek = (to: number) => {
    fresh.current = false
    setPlaying(false)
    setFrame(within(to, duration))
  }
  const toggle = () => {
    if (!playing && (fresh.current || (!loop && frame >= duration - 1))) setFrame(0)
    fresh.current = false
    setPlaying(!playing)
  }
  const fail = (to: Trouble | null) => {
    // Retry once if the frame did not load: the cause may be temporary, such as another frame's process
    // ending.
    if (to?.kind === 'absent' && !insisted.current) {
      insisted.current = true
      setAttempt(attempt + 1)
      return
    }
    setTrouble(to)
    if (to !== null) setPlaying(false)
  }
  const retry = () => {
    region.current?.focus() // the button disappears
    setTrouble(null)
    setFrame(0) // the frame at which it stopped would stop it again
    setAttempt(attempt + 1)
  }
  usePlaying(playing, frame, setFrame, () => setPlaying(false), { fps, duration, loop })

  const stopped = trouble !== null && trouble.kind !== 'failed'
  return (
    <section
      ref={region}
      class="preview"
      tabIndex={-1}
      aria-label={text.region(name)}
      data-testid="preview"
      onKeyDown={(event) => onKey(event, { toggle, seek, frame, duration, stopped })}
    >
      <div class="stage">
        <Screen
          key={attempt}
          preview={preview}
          name={name}
          frame={frame}
          trouble={trouble}
          onTrouble={fail}
          onNote={(note) => setNotes((before) => withNote(before, note))}
        />
        <TroubleNote trouble={trouble} onRetry={retry} onMend={onMend} />
      </div>
      <Controls
        frame={frame}
        duration={duration}
        fps={fps}
        playing={playing}
        loop={loop}
        disabled={stopped}
        onToggle={toggle}
        onSeek={seek}
        onLoop={() => setLoop(!loop)}
      />
      <NoteList notes={notes} />
    </section>
  )
}

interface Pace {
  fps: number
  duration: number
  loop: boolean
}

/** While playing, advances with each animation frame. */
function usePlaying(playing: boolean, frame: number, show: (frame: number) => void, end: () => void, pace: Pace): void {
  const { fps, duration, loop } = pace
  const latest = useRef(frame)
  latest.current = frame
  useEffect(() => {
    if (!playing) return
    const from = latest.current
    let began: number | null = null
    let wanted = requestAnimationFrame(function draw(now) {
      began ??= now
      const at = playedTo(from, now - began, fps, duration, loop)
      show(at.frame)
      if (at.ended) end()
      else wanted = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(wanted)
  }, [playing, fps, duration, loop])
}

interface Reach {
  toggle: () => void
  seek: (to: number) => void
  frame: number
  duration: number
  stopped: boolean
}

/** Keyboard control of the pane. It stops these keys from reaching the page's own shortcuts. */
function onKey(event: KeyboardEvent, { toggle, seek, frame, duration, stopped }: Reach): void {
  if (event.ctrlKey || event.metaKey || event.altKey || stopped) return
  const onButton = event.target instanceof HTMLButtonElement
  const step = event.shiftKey ? 10 : 1
  const acts: Record<string, () => void> = {
    ArrowLeft: () => seek(frame - step),
    ArrowRight: () => seek(frame + step),
    Home: () => seek(0),
    End: () => seek(duration - 1),
    ...(onButton ? {} : { ' ': toggle }),
  }
  const act = acts[event.key]
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
