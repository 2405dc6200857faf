import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { boxOf, bringAllIn, bringIn, fit, isInView, isWhole, sight, zoomAt, type Box, type Camera } from './camera.ts'
import { listenForGestures } from './gestures.ts'
import type { CloudPainter } from './cloud.ts'
import { paint } from './paint.ts'
import { readPalette, type Palette } from './palette.ts'
import { COLUMN, GUTTER } from './layout.ts'
import { nodeTowards, READABLE, type Arrow, type Kind, type Node, type Scene } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  scene: Scene
  selected: number | null
  lit: ReadonlySet<number> | null
  fresh: ReadonlySet<number>
  /** What a screen reader says of a point. */
  describe: (node: Node) => string
  onOpen: (node: Node) => void
  /** Ids of points. They are brought into the picture when they change. */
  shown?: ReadonlySet<number>
  /** How many episodes have no relationships, with those that are not drawn. */
  unlinked?: number
  /** The point that is marked elsewhere on the page. */
  pointed?: number | null
  onHover?: (id: number | null) => void
  /** Changes with the colours of the style sheet. */
  theme?: string
  /** Leaves the plain wheel to the document around the picture. */
  calm?: boolean
  /** Has clouds painted. Without it, scenes may not be clouds. */
  createCloud?: (onPicture: () => void) => CloudPainter
}

/** What the canvas shows, outside of the components: it changes with every movement. */
interface State {
  camera: Camera | null
  width: number
  height: number
  palette: Palette | null
  cursor: number | null
  hovered: number | null
  /** The camera shows what belongs in the picture, until a person moves it. */
  following: boolean
}

/** So many marked episodes are all brought into the picture. */
const MOST_REVEALED = 60

/** The graph on a canvas. */
export function GraphView({ scene, selected, lit, fresh, describe, onOpen, shown, theme, calm = false, createCloud, unlinked = 0, pointed = null, onHover }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useRef<State>({ camera: null, width: 0, height: 0, palette: null, cursor: null, hovered: null, following: true }).current
  const current = { scene, selected, lit, fresh, onOpen, shown, unlinked, onHover }
  const props = useRef(current)
  props.current = current
  const [said, setSaid] = useState('')
  const painter = useRef<ReturnType<typeof createPainter> | null>(null)

  useLayoutEffect(() => {
    const element = canvas.current!
    const drawing = (painter.current = createPainter(element, state, () => props.current, createCloud))
    const hover = (id: number | null) => {
      if (state.hovered === id) return
      state.hovered = id
      props.current.onHover?.(id)
      element.classList.toggle('m-over', id !== null)
      drawing.request()
    }
    const stopGestures = listenForGestures(element, {
      camera: () => state.camera!,
      move: drawing.move,
      hover: (x, y) => hover(nodeAt(props.current.scene, state.camera!, x, y)?.id ?? null),
      leave: () => hover(null),
      calm,
      click: (x, y) => {
        const node = nodeAt(props.current.scene, state.camera!, x, y)
        if (node === null) return
        state.cursor = null
        props.current.onOpen(node)
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
  useLayoutEffect(() => painter.current?.follow(), [scene.shape])
  useEffect(() => painter.current?.request(), [scene, selected, lit, fresh, theme, unlinked])
  useEffect(() => {
    state.hovered = pointed
    painter.current?.request()
  }, [pointed])
  useEffect(() => painter.current?.reveal(selected), [selected, scene.byId.has(selected ?? -1)])
  // Marked points that the filters left out come with a later scene.
  const marked = lit === null ? 0 : [...lit].filter((id) => scene.byId.has(id)).length
  useEffect(() => painter.current?.revealAll(lit), [lit, marked])
  useEffect(() => painter.current?.revealAll(shown ?? null), [shown])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const drawing = painter.current!
    const current = scene.byId.get(state.cursor ?? selected ?? -1) ?? null
    if (event.key.startsWith('Arrow')) {
      const next = current === null ? (scene.nodes[0] ?? null) : nodeTowards(scene, current, event.key as Arrow)
      if (next !== null) {
        state.cursor = next.id
        setSaid(describe(next))
        drawing.reveal(next.id)
        drawing.request()
      }
    } else if (event.key === 'Enter' && current !== null) onOpen(current)
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
        data-lines={scene.joints.length}
        data-lit={lit?.size ?? scene.nodes.length}
        data-kind={scene.kind}
        data-settled={scene.settled}
        tabIndex={0}
        role="application"
        aria-label={scene.kind === 'groups' ? text.groupGraph : text.graph}
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

/** Points can be hit from this distance at least, in pixels. */
const LEAST_REACH: Record<Kind, number> = { layers: 12, cloud: 7, groups: 12 }

const CLOUD = { side: 30, top: 30, bottom: 30 }
const GROUPS = { side: 90, top: 90, bottom: 90 }

/** The width of a name in the layout. */
const NAME = COLUMN - GUTTER

/** Shows everything if it can be read; of layers, otherwise the open episode with its neighbours, what is marked, or the newest part. */
function cameraOf(scene: Scene, { selected, lit, shown }: Marked, width: number, height: number): Camera {
  const { kind, size, nodes, byId } = scene
  if (size === null) {
    const camera = fit(boxOf(nodes), width, height, kind === 'cloud' ? CLOUD : kind === 'groups' ? GROUPS : undefined)
    const open = byId.get(selected ?? -1)
    return open === undefined ? camera : bringIn(camera, open, width, height)
  }
  const around = [selected === null ? [] : withNeighbours(scene, selected), lit ?? [], shown ?? [], nodes.slice(0, 1).map(({ id }) => id)]
  const focus = around.map((ids) => focusOf(scene, ids, width / READABLE, height / READABLE)).find((box) => box !== null)
  return sight(size, focus ?? null, READABLE, width, height)
}

function withNeighbours({ byId, joints, nodes }: Scene, id: number): number[] {
  const node = byId.get(id)
  return [id, ...joints.flatMap(({ from, to }) => (nodes[from] === node ? [nodes[to]!.id] : nodes[to] === node ? [nodes[from]!.id] : []))]
}

/** The points and their names. If the room is too small for them, it is the first alone. */
function focusOf({ byId }: Scene, ids: Iterable<number>, width: number, height: number): Box | null {
  const points = [...ids].flatMap((id) => byId.get(id) ?? [])
  const box = boxOf(points)
  if (box === null) return null
  const fits = box.right + NAME - box.left < width && box.bottom - box.top < height - 2 * COLUMN / 3
  const { left, right, top, bottom } = fits ? box : boxOf(points.slice(0, 1))!
  return { left, right: right + NAME, top, bottom }
}

/** Returns the point at a place of the picture, with some tolerance for fingers. The name of a point belongs to it. */
function nodeAt(scene: Scene, camera: Camera, x: number, y: number): Node | null {
  let found: Node | null = null
  let least = Infinity
  for (const node of scene.nodes) {
    const [left, top] = [node.x * camera.zoom + camera.x, node.y * camera.zoom + camera.y]
    const name = scene.kind === 'layers' ? (NAME - 20) * camera.zoom : 0
    const distance = Math.hypot(x > left ? Math.max(0, x - left - name) : left - x, top - y)
    if (distance < Math.max(LEAST_REACH[scene.kind], node.radius * camera.zoom + 4) && distance < least) [found, least] = [node, distance]
  }
  return found
}

type Marked = Pick<Props, 'selected' | 'lit' | 'shown'>

/** Paints when something has changed, at most once a frame. */
function createPainter(element: HTMLCanvasElement, state: State, props: () => Marked & Pick<Props, 'scene' | 'fresh'> & { unlinked: number }, createCloud: Props['createCloud']) {
  const context = element.getContext('2d')!
  let frame = 0
  const cloud = props().scene.kind === 'cloud' ? createCloud?.(() => request()) : undefined
  const draw = () => {
    frame = 0
    const { scene, selected, lit, fresh, unlinked } = props()
    if (state.width === 0) return
    if (state.camera === null || state.following) state.camera = cameraOf(scene, props(), state.width, state.height)
    if (scene.settled) state.following = false
    state.palette ??= readPalette(element)
    const { camera, palette, width, height, cursor, hovered } = state
    cloud?.request(scene, palette, camera, width, height)
    const background = cloud?.latest ?? null
    const { written, whole } = paint(context, scene, { background, camera, palette, width, height, cursor, hovered, selected, lit, fresh, unlinked })
    element.dataset['names'] = String(written)
    // The browser shows the whole name of a point under the mouse.
    const pointed = hovered === null || whole.has(hovered) ? '' : (scene.byId.get(hovered)?.name ?? '')
    if (element.title !== pointed) element.title = pointed
    if (background !== null) element.dataset['painted'] = String(scene.nodes.length)
  }
  const request = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  let moved = false
  const move = (camera: Camera) => {
    state.camera = camera
    state.following = false
    moved = true
    request()
  }
  const follow = () => {
    state.following = true
    moved = false
    request()
  }
  const resize = new ResizeObserver(() => {
    // Whole pixels: between them, the browser would blur the picture.
    const frame = element.parentElement!.getBoundingClientRect()
    const [width, height] = [Math.floor(frame.width), Math.floor(frame.height)]
    const isMoved = moved && state.camera !== null && state.width > 0
    if (isMoved) {
      // The middle stays in the middle, unless the graph would leave the canvas.
      state.camera = { ...state.camera!, x: state.camera!.x + (width - state.width) / 2, y: state.camera!.y + (height - state.height) / 2 }
      const box = boxOf(props().scene.nodes)
      if (box !== null && !isInView(state.camera, box, width - 40, height - 40)) follow()
    } else state.following = true
    Object.assign(state, { width, height })
    Object.assign(element.style, { width: `${width}px`, height: `${height}px` })
    element.width = Math.round(width * devicePixelRatio)
    element.height = Math.round(height * devicePixelRatio)
    draw()
    if (isMoved) reveal(props().selected)
  })
  resize.observe(element.parentElement!)
  const theme = matchMedia('(prefers-color-scheme: dark)')
  const onTheme = () => {
    state.palette = null
    request()
  }
  theme.addEventListener('change', onTheme)
  const reveal = (serial: number | null) => {
    const node = serial === null ? undefined : props().scene.byId.get(serial)
    if (node === undefined || state.camera === null) return
    if (props().scene.size !== null && !moved) {
      // Where everything is in sight, nothing moves.
      const name = { left: node.x, right: node.x + NAME, top: node.y - 10, bottom: node.y + 10 }
      if (!isWhole(state.camera, name, state.width, state.height)) follow()
      return
    }
    const camera = bringIn(state.camera, node, state.width, state.height)
    if (camera === state.camera) return
    state.camera = camera
    request()
  }
  const revealAll = (ids: ReadonlySet<number> | null) => {
    const { scene, selected } = props()
    // Pictures with names are laid out for what is marked.
    if (ids === null || state.camera === null || state.width === 0 || scene.size !== null) return
    const points = [...ids].map((id) => scene.byId.get(id)).filter((node) => node !== undefined)
    if (points.length === 0 || points.length > MOST_REVEALED) return
    const around = scene.byId.get(selected ?? -1) ?? points.reduce((right, point) => (point.x > right.x ? point : right))
    state.camera = bringAllIn(state.camera, points, around, state.width, state.height)
    request()
  }
  return {
    request,
    move,
    reveal,
    revealAll,
    zoom: (factor: number) => state.camera !== null && move(zoomAt(state.camera, factor, state.width / 2, state.height / 2)),
    follow,
    fitAll: () => {
      const { scene } = props()
      const { width, height } = state
      if (scene.size === null) return follow()
      move(sight(scene.size, null, 0, width, height))
    },
    stop: () => {
      cancelAnimationFrame(frame)
      cloud?.stop()
      resize.disconnect()
      theme.removeEventListener('change', onTheme)
    },
  }
}
