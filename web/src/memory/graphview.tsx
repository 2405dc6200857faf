import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { boxOf, bringAllIn, bringIn, firstSight, fit, zoomAt, type Camera } from './camera.ts'
import { listenForGestures } from './gestures.ts'
import { paint, readPalette, type Palette } from './paint.ts'
import { nodeTowards, type Arrow, type Node, type Scene } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  scene: Scene
  selected: number | null
  lit: ReadonlySet<number> | null
  fresh: ReadonlySet<number>
  onOpen: (serial: number) => void
  /** Serial numbers. They are brought into the picture when they change. */
  shown?: ReadonlySet<number>
  /** Changes with the colours of the style sheet. */
  theme?: string
  /** Leaves the plain wheel to the document around the picture. */
  calm?: boolean
}

/** What the canvas shows, outside of the components: it changes with every movement. */
interface State {
  camera: Camera | null
  width: number
  height: number
  palette: Palette | null
  cursor: number | null
  hovered: number | null
}

/** In milliseconds. A picture that takes longer is moved as it is, and painted when the movement pauses. */
const SLOW = 14
const REST = 90

/** So many marked episodes are all brought into the picture. */
const MOST_REVEALED = 60

/** The graph on a canvas. */
export function GraphView({ scene, selected, lit, fresh, onOpen, shown, theme, calm = false }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useRef<State>({ camera: null, width: 0, height: 0, palette: null, cursor: null, hovered: null }).current
  const props = useRef({ scene, selected, lit, fresh, onOpen })
  props.current = { scene, selected, lit, fresh, onOpen }
  const [said, setSaid] = useState('')
  const painter = useRef<ReturnType<typeof createPainter> | null>(null)

  useLayoutEffect(() => {
    const element = canvas.current!
    const drawing = (painter.current = createPainter(element, state, () => props.current))
    const hover = (serial: number | null) => {
      if (state.hovered === serial) return
      state.hovered = serial
      element.classList.toggle('m-over', serial !== null)
      drawing.request()
    }
    const stopGestures = listenForGestures(element, {
      camera: () => state.camera!,
      move: drawing.move,
      hover: (x, y) => hover(nodeAt(props.current.scene, state.camera!, x, y)?.episode.serial ?? null),
      leave: () => hover(null),
      calm,
      click: (x, y) => {
        const node = nodeAt(props.current.scene, state.camera!, x, y)
        if (node === null) return
        state.cursor = null
        props.current.onOpen(node.episode.serial)
      },
    })
    return () => {
      stopGestures()
      drawing.stop()
    }
  }, [])
  useEffect(() => {
    state.palette = null
  }, [theme])
  useEffect(() => painter.current?.request(), [scene, selected, lit, fresh, theme])
  useEffect(() => painter.current?.reveal(selected), [selected])
  useEffect(() => painter.current?.revealAll(lit), [lit])
  useEffect(() => painter.current?.revealAll(shown ?? null), [shown])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const drawing = painter.current!
    const current = scene.bySerial.get(state.cursor ?? selected ?? -1) ?? null
    if (event.key.startsWith('Arrow')) {
      const next = current === null ? (scene.nodes[0] ?? null) : nodeTowards(scene, current, event.key as Arrow)
      if (next !== null) {
        const { serial, name, reward, degree } = next.episode
        state.cursor = serial
        setSaid(text.nodeText(serial, name, text.rewardText(reward), degree))
        drawing.reveal(serial)
        drawing.request()
      }
    } else if (event.key === 'Enter' && current !== null) onOpen(current.episode.serial)
    else if (event.key === '+' || event.key === '=') drawing.zoom(1.3)
    else if (event.key === '-') drawing.zoom(1 / 1.3)
    else if (event.key === '0') drawing.fitAll()
    else return
    event.preventDefault()
  }
  const onBlur = () => {
    state.cursor = null
    painter.current?.request()
  }
  return (
    <div class="m-canvas-frame">
      <canvas
        ref={canvas}
        class="m-canvas"
        data-testid="graph"
        data-nodes={scene.nodes.length}
        data-lines={scene.lines.length}
        tabIndex={0}
        role="application"
        aria-label={text.graph}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <p class="visually-hidden" role="status" data-testid="graph-cursor">
        {said}
      </p>
      <div class="m-zoom">
        <button class="secondary" aria-label={text.zoomIn} title={text.zoomIn} onClick={() => painter.current?.zoom(1.4)}>
          +
        </button>
        <button class="secondary" aria-label={text.zoomOut} title={text.zoomOut} onClick={() => painter.current?.zoom(1 / 1.4)}>
          −
        </button>
        <button class="secondary" aria-label={text.fit} title={text.fit} onClick={() => painter.current?.fitAll()}>
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M1 5V1h4M9 1h4v4M13 9v4H9M5 13H1V9" />
          </svg>
        </button>
      </div>
    </div>
  )
}

/** Returns the episode at a place of the picture, with some tolerance for fingers. */
function nodeAt(scene: Scene, camera: Camera, x: number, y: number): Node | null {
  let found: Node | null = null
  let least = Infinity
  for (const node of scene.nodes) {
    const distance = Math.hypot(node.x * camera.zoom + camera.x - x, node.y * camera.zoom + camera.y - y)
    if (distance < Math.max(12, node.radius * camera.zoom + 4) && distance < least) [found, least] = [node, distance]
  }
  return found
}

/** Paints when something has changed, at most once a frame. */
function createPainter(element: HTMLCanvasElement, state: State, props: () => Omit<Props, 'onOpen'>) {
  const context = element.getContext('2d')!
  let frame = 0
  let timer = 0
  let painted: Camera | null = null
  let cost = 0
  const draw = () => {
    frame = 0
    const { scene, selected, lit, fresh } = props()
    if (state.width === 0) return
    if (state.camera === null) {
      const newest = scene.nodes[0] ?? null
      state.camera = scene.dense ? fit(boxOf(scene.nodes), state.width, state.height, 24) : firstSight(boxOf(scene.nodes), newest, state.width, state.height)
      const open = scene.bySerial.get(selected ?? -1)
      if (open !== undefined) state.camera = bringIn(state.camera, open, state.width, state.height)
    }
    state.palette ??= readPalette(element)
    const { camera, palette, width, height, cursor, hovered } = state
    const start = performance.now()
    paint(context, scene, { camera, palette, width, height, cursor, hovered, selected, lit, fresh })
    cost = performance.now() - start
    painted = camera
    element.style.transform = ''
  }
  const request = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const move = (camera: Camera) => {
    state.camera = camera
    if (cost < SLOW || painted === null) return request()
    const ratio = camera.zoom / painted.zoom
    element.style.transform = `translate(${camera.x - painted.x * ratio}px, ${camera.y - painted.y * ratio}px) scale(${ratio})`
    clearTimeout(timer)
    timer = window.setTimeout(request, REST)
  }
  const resize = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = element
    if (state.camera !== null && state.width > 0) {
      // The middle stays in the middle.
      state.camera = { ...state.camera, x: state.camera.x + (width - state.width) / 2, y: state.camera.y + (height - state.height) / 2 }
    }
    Object.assign(state, { width, height })
    element.width = Math.round(width * devicePixelRatio)
    element.height = Math.round(height * devicePixelRatio)
    draw()
    reveal(props().selected)
    revealAll(props().lit)
  })
  resize.observe(element)
  const theme = matchMedia('(prefers-color-scheme: dark)')
  const onTheme = () => {
    state.palette = null
    request()
  }
  theme.addEventListener('change', onTheme)
  const reveal = (serial: number | null) => {
    const node = serial === null ? undefined : props().scene.bySerial.get(serial)
    if (node === undefined || state.camera === null) return
    const camera = bringIn(state.camera, node, state.width, state.height)
    if (camera === state.camera) return
    state.camera = camera
    request()
  }
  const revealAll = (serials: ReadonlySet<number> | null) => {
    const { scene } = props()
    if (serials === null || state.camera === null || state.width === 0) return
    const points = [...serials].map((serial) => scene.bySerial.get(serial)).filter((node) => node !== undefined)
    if (points.length === 0 || points.length > MOST_REVEALED) return
    state.camera = bringAllIn(state.camera, points, state.width, state.height)
    request()
  }
  return {
    request,
    move,
    reveal,
    revealAll,
    zoom: (factor: number) => state.camera !== null && move(zoomAt(state.camera, factor, state.width / 2, state.height / 2)),
    fitAll: () => {
      state.camera = fit(boxOf(props().scene.nodes), state.width, state.height)
      request()
    },
    stop: () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      resize.disconnect()
      theme.removeEventListener('change', onTheme)
    },
  }
}
