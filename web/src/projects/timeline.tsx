import { useEffect, useRef } from 'preact/hooks'
import { WIDE_SCREEN } from '../screen.ts'
import { followLink, projectUrl } from '../router.ts'
import { useStore } from '../store.ts'
import { useDrag } from './drag.ts'
import { formatMark, formatTime, FPS, frameAt, rulerMarks, moveItem, secondsOf, startsOf, rulerStep, type SceneSummary } from './scene.ts'
import { Playhead, playedScene } from './playhead.tsx'
import { useResize, type Resized } from './resize.ts'
import { text } from './strings.ts'
import { Thumbnail } from './thumbnail.tsx'

interface Props {
  projectId: string
  scenes: SceneSummary[]
  /** The open scene. */
  open: string | null
  /** Moves a scene; null if changes are not permitted. */
  onMove: ((from: number, to: number) => void) | null
  /** Sets the duration of a scene; null if changes are not permitted. */
  onResize: ((resized: Resized) => Promise<void>) | null
  /** Called when a scene is double-clicked; null if it cannot be renamed now. */
  onRename: (() => void) | null
  /** Called when a scene is clicked. */
  onChoose: () => void
  /** Called with a frame of the project when the ruler is clicked; null while no film is shown. */
  onSeek: ((frame: number) => void) | null
}

const LINKS = '[data-testid="scene"]'

const hasModifier = (event: KeyboardEvent) => event.shiftKey || event.ctrlKey || event.metaKey

/** Opens and focuses the scene after (1) or before (-1) the open one. */
export function stepThroughScenes(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(LINKS)]
  const current = links.findIndex((link) => link.ariaCurrent === 'true')
  const next = links[Math.min(links.length - 1, Math.max(0, current + step))]
  if (next === undefined) return
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  if (next.ariaCurrent !== 'true') next.click() // which also moves the film
}

/** The scenes of a project in order, each as wide as it is long, with a ruler. */
export function Timeline({ projectId, scenes, open, onMove, onResize, onRename, onChoose, onSeek }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { drag, startDrag, wasDragged } = useDrag(({ from, to }) => onMove?.(from, to))
  const { resized, startResize } = useResize((to) => onResize?.(to) ?? Promise.resolve())
  const sized = scenes.map((scene) => (scene.sceneId === resized?.sceneId ? { ...scene, duration: resized.frames } : scene))
  const shown = drag === null ? sized : moveItem(sized, drag.from, drag.to)
  const starts = startsOf(shown)
  const total = secondsOf(scenes.reduce((sum, { duration }) => sum + duration, 0))
  const step = rulerStep(total, 12)
  const { sceneId: playing } = useStore(playedScene)
  const current = playing ?? open
  useEffect(() => {
    if (playing !== null && !matchMedia(WIDE_SCREEN).matches) return // the film itself stays in view
    const link = list.current?.querySelector('[aria-current]')
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, scenes.length])

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    const moves = event.shiftKey && (event.ctrlKey || event.metaKey)
    if (direction === undefined || event.altKey || (!moves && hasModifier(event))) return // Shift alone belongs to the film
    event.preventDefault()
    if (!moves) return stepThroughScenes(direction)
    const at = scenes.findIndex(({ sceneId }) => sceneId === (event.target as HTMLElement).dataset['sceneId'])
    if (at >= 0 && scenes[at + direction] !== undefined) onMove?.(at, at + direction)
  }
  return (
    <div class={drag === null ? 'timeline' : 'timeline timeline-dragging'} data-scrolls data-testid="timeline">
      <ol
        ref={list}
        aria-label={text.scenesOf(projectId)}
        style={{ '--total': Math.max(total, 1), '--tick': rulerStep(total, 60) }}
        onKeyDown={onKeyDown}
      >
        {shown.map((scene, index) => (
          <Block
            key={scene.sceneId}
            scene={scene}
            index={index}
            start={starts[index]!}
            step={step}
            open={scene.sceneId === current}
            dragged={drag !== null && drag.to === index}
            projectId={projectId}
            url={projectUrl(projectId, scene.sceneId)}
            onDragStart={onMove && ((event) => startDrag(event, index, list.current!))}
            onResizeStart={onResize && ((event) => startResize(event, scene))}
            onRename={onRename}
            wasDragged={wasDragged}
            onChoose={onChoose}
            onSeek={onSeek}
          />
        ))}
      </ol>
      <Playhead list={list} />
    </div>
  )
}

interface BlockProps {
  scene: SceneSummary
  index: number
  start: number
  step: number
  open: boolean
  dragged: boolean
  projectId: string
  url: string
  onDragStart: ((event: PointerEvent) => void) | null
  onResizeStart: ((event: PointerEvent) => void) | null
  onRename: (() => void) | null
  wasDragged: () => boolean
  onChoose: () => void
  onSeek: ((frame: number) => void) | null
}

function Block(props: BlockProps) {
  const { scene, index, start, step, open, dragged, projectId, url, onDragStart, onResizeStart, onRename, wasDragged, onChoose, onSeek } = props
  const seconds = secondsOf(scene.duration)
  const begin = start / FPS
  const click = (event: MouseEvent) => {
    if (wasDragged()) return event.preventDefault()
    followLink(event)
    onChoose()
  }
  const seek = (event: MouseEvent) => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const share = matchMedia(WIDE_SCREEN).matches ? (event.clientX - left) / width : 0 // a phone shows only the start
    onSeek?.(start + frameAt(share, scene.duration))
  }
  return (
    <li class={dragged ? 'block block-dragged' : 'block'} style={{ '--seconds': seconds }}>
      {/* Hidden, because the seek bar of the film does the same and has a name. */}
      <div class={onSeek === null ? 'ruler' : 'ruler ruler-seeks'} aria-hidden="true" data-testid="ruler" onClick={seek}>
        <span class="ruler-start">{formatMark(start)}</span>
        {rulerMarks(begin, seconds, step).map((at) => (
          <span key={at} class="ruler-mark" style={{ '--at': (at - begin) / seconds }}>
            {formatTime(at * FPS)}
          </span>
        ))}
      </div>
      <a
        class="block-link"
        href={url}
        draggable={false}
        aria-current={open ? 'true' : undefined}
        aria-keyshortcuts={onDragStart === null ? undefined : 'Control+Shift+ArrowLeft Control+Shift+ArrowRight'}
        data-testid="scene"
        data-scene-id={scene.sceneId}
        onClick={click}
        onDblClick={() => onRename?.()}
        // A finger scrolls the timeline and drags by the grip.
        onPointerDown={(event) => event.pointerType === 'mouse' && onDragStart?.(event)}
      >
        <Thumbnail projectId={projectId} scene={scene} />
        <span class="block-number">{index + 1}</span>
        <bdi class="block-name">{scene.sceneName}</bdi>
        <span class="block-facts">
          {text.seconds(seconds)} <span class="block-version">v{scene.version}</span>
        </span>
      </a>
      {/* The field below does the same for the keyboard. */}
      {onResizeStart !== null && (
        <span class="edge" title={text.dragEdge(scene.sceneName)} aria-hidden="true" data-testid="edge" onPointerDown={onResizeStart} />
      )}
      {onDragStart !== null && (
        <span class="grip" title={text.dragHandle(scene.sceneName)} data-testid="grip" onPointerDown={onDragStart}>
          <svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true">
            <path d="M3 3v.01M7 3v.01M3 8v.01M7 8v.01M3 13v.01M7 13v.01" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
          </svg>
        </span>
      )}
    </li>
  )
}
