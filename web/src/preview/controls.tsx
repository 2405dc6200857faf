import { text } from './strings.ts'

interface Props {
  frame: number
  duration: number
  fps: number
  playing: boolean
  loop: boolean
  speed: number
  disabled: boolean
  onToggle: () => void
  onSeek: (frame: number) => void
  onLoop: () => void
  onSpeed: (speed: number) => void
  onFull: () => void
}

/** How many times as fast as the scene is meant. */
const SPEEDS = [0.25, 0.5, 1, 1.5, 2]

/** The player's controls: play, step, scrub, speed, loop, full screen, and the current position. */
export function Controls(props: Props) {
  const { frame, duration, fps, playing, loop, speed, disabled, onToggle, onSeek } = props
  const time = text.seconds(frame / fps)
  const position = text.frames(frame, duration)
  return (
    <div class="player">
      <Tool label={playing ? text.pause : text.play} testid="preview-play" disabled={disabled} onClick={onToggle} icon={playing ? PAUSE : PLAY} main />
      <Tool label={text.previous} testid="preview-previous" disabled={disabled} onClick={() => onSeek(frame - 1)} icon={PREVIOUS} />
      <Tool label={text.next} testid="preview-next" disabled={disabled} onClick={() => onSeek(frame + 1)} icon={NEXT} />
      <input
        class="scrub"
        type="range"
        min={0}
        max={duration - 1}
        step={1}
        value={frame}
        disabled={disabled}
        aria-label={text.scrub}
        aria-valuetext={`${time}, ${position}`}
        data-testid="preview-scrub"
        onInput={(event) => onSeek(Number(event.currentTarget.value))}
      />
      <p class="position" data-testid="preview-place">
        <span>
          {time} <span class="muted">/ {text.seconds(duration / fps)}</span>
        </span>
        <span class="muted">{position}</span>
      </p>
      <select
        class="speed"
        aria-label={text.speed}
        title={text.speed}
        disabled={disabled}
        data-testid="preview-speed"
        onChange={(event) => props.onSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each} selected={each === speed}>
            {text.times(each)}
          </option>
        ))}
      </select>
      <Tool label={text.loop} testid="preview-loop" disabled={disabled} pressed={loop} onClick={props.onLoop} icon={LOOP} />
      {document.fullscreenEnabled && <Tool label={text.full} testid="preview-full" disabled={disabled} onClick={props.onFull} icon={FULL} />}
    </div>
  )
}

// Paths in a 24×24 view box.
const PLAY = 'M8 5.5v13a.6.6 0 0 0 .92.5l10.1-6.5a.6.6 0 0 0 0-1L8.92 5a.6.6 0 0 0-.92.5z'
const PAUSE = 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z'
const PREVIOUS = 'M6 6h2.2v12H6zM18 6.3v11.4L9.3 12z'
const NEXT = 'M15.8 6H18v12h-2.2zM6 6.3v11.4L14.7 12z'
const LOOP = 'M7 7h9.200l-1.900-1.900L15.700 3.700 20 8l-4.300 4.300-1.400-1.400L16.200 9H9v3H7zM17 17H7.800l1.900 1.900-1.400 1.400L4 16l4.300-4.300 1.400 1.400L7.800 15H15v-3h2z'
const FULL = 'M5 5h5v2H7v3H5zM14 5h5v5h-2V7h-3zM5 14h2v3h3v2H5zM17 14h2v5h-5v-2h3z'

interface ToolProps {
  label: string
  testid: string
  icon: string
  disabled: boolean
  onClick: () => void
  pressed?: boolean
  main?: boolean
}

function Tool({ label, testid, icon, disabled, onClick, pressed, main = false }: ToolProps) {
  return (
    <button
      type="button"
      class={main ? 'tool tool-main' : 'tool'}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      data-testid={testid}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  )
}
