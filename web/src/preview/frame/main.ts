import { clean, readOrder, type Report } from '../messages.ts'
import { modules } from '../stage/stage.ts'
import { ears } from '../stage/placeholders.tsx'
import { harden } from './harden.ts'
import { Scene } from './scene.tsx'

/**
 * The frame's own script. It receives a scene from the surrounding page and shows the frames that the page
 * requests. Once the scene's code has run, nothing in this document can be trusted. The sandbox, the policy
 * and the page's validation of messages keep the page safe.
 */

const page = window.parent
// An opaque origin has no name to give here, and frame-ancestors stops other pages from framing this
// document.
const say = (report: Report) => page.postMessage(report, '*')

let scene: Scene | null = null
let drawn: number | null = null
let wanted: number | null = null

if (page !== window) {
  harden()
  Object.assign(globalThis, { PlotlineModules: modules, React: modules['react'], Remotion: modules['remotion'] })
  ears.heard = () => say({ type: 'left-out', what: 'sound', text: '' })
  window.addEventListener('message', obey)
  window.addEventListener('error', (event) => failed(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => failed(event.reason))
  document.addEventListener('securitypolicyviolation', (event) => {
    say({ type: 'left-out', what: 'network', text: clean(`${event.blockedURI} (${event.effectiveDirective})`) })
  })
  say({ type: 'ready' })
}

function obey(event: MessageEvent): void {
  if (event.source !== page) return
  const order = readOrder(event.data)
  if (order === null) return
  if (order.type === 'ping') return say({ type: 'pong', n: order.n })
  if (order.type === 'load') {
    if (scene !== null) return // one scene per document, so that no scene sees the remains of another
    scene = new Scene(order, failed)
    if (scene.run(order.script)) seek(order.frame)
    return
  }
  seek(order.frame)
}

/** Draws soon, and only the newest request, so that a slow scene does not fall behind. */
function seek(frame: number): void {
  if (wanted === null) setTimeout(draw)
  wanted = frame
}

function draw(): void {
  const frame = wanted
  wanted = null
  if (frame === null || scene === null) return
  drawn = frame
  if (scene.draw(frame)) say({ type: 'shown', frame })
}

function failed(error: unknown): void {
  say({ type: 'failed', frame: drawn, text: describe(error) })
}

/** Describes a thrown value, which can be anything. */
function describe(error: unknown): string {
  try {
    return clean(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  } catch {
    return 'The scene threw something that cannot be shown.'
  }
}
