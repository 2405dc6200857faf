import { sanitise, parseCommand, type FrameReport } from '../messages.ts'
import { modules } from '../stage/stage.ts'
import { soundListener } from '../stage/placeholders.tsx'
import { harden } from './harden.ts'
import { Scene } from './scene.tsx'

/**
 * The frame's own script. It receives a scene from the surrounding page and shows the frames that the page
 * requests. Once the scene's code has run, nothing in this document can be trusted. The sandbox, the policy
 * and the page's validation of messages keep the page safe.
 */

const parentPage = window.parent
// An opaque origin has no name to give here, and frame-ancestors stops other pages from framing this
// document.
const send = (report: FrameReport) => parentPage.postMessage(report, '*')

/** How long after the first frame an empty scene is looked at, in milliseconds: effects may add something later. */
const EMPTY_AFTER = 300

let scene: Scene | null = null
let drawnFrame: number | null = null
let requestedFrame: number | null = null
/** Whether nothing is visible at any frame; null until that is known. */
let empty: boolean | null = null

if (parentPage !== window) {
  harden()
  Object.assign(globalThis, { PlotlineModules: modules, React: modules['react'], Remotion: modules['remotion'] })
  soundListener.onSound = () => send({ type: 'unsupported', kind: 'sound', text: '' })
  window.addEventListener('message', handleMessage)
  window.addEventListener('error', (event) => reportError(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason))
  document.addEventListener('securitypolicyviolation', (event) => {
    send({ type: 'unsupported', kind: 'network', text: sanitise(`${event.blockedURI} (${event.effectiveDirective})`) })
  })
  send({ type: 'ready' })
}

function handleMessage(event: MessageEvent): void {
  if (event.source !== parentPage) return
  const command = parseCommand(event.data)
  if (command === null) return
  if (command.type === 'ping') {
    send({ type: 'pong', n: command.n })
    if (empty && drawnFrame !== null) sendShown(drawnFrame) // something may have been added since
    return
  }
  if (command.type === 'load') {
    if (scene !== null) return // one scene per document, so that no scene sees the remains of another
    scene = new Scene(command, reportError)
    if (scene.run(command.script)) requestFrame(command.frame)
    return
  }
  if (command.type === 'picture') return sendPicture(command.height)
  requestFrame(command.frame)
}

function sendPicture(height: number): void {
  scene?.picture(height).then((url) => send({ type: 'picture', url }), reportError)
}

/** Draws soon, and only the newest request, so that a slow scene does not fall behind. */
function requestFrame(frame: number): void {
  if (requestedFrame === null) setTimeout(draw)
  requestedFrame = frame
}

function draw(): void {
  const frame = requestedFrame
  requestedFrame = null
  if (frame === null || scene === null) return
  if (drawnFrame === null) setTimeout(lookForAnything, EMPTY_AFTER)
  drawnFrame = frame
  if (scene.draw(frame)) sendShown(frame)
}

function sendShown(frame: number): void {
  if (empty !== false && scene?.isVisible()) empty = false
  send({ type: 'shown', frame, empty: empty === true })
}

/** Looks at frames of the whole scene, if the drawn ones were empty. */
function lookForAnything(): void {
  if (scene === null || drawnFrame === null || empty !== null) return
  empty = scene.isEmpty()
  if (scene.draw(drawnFrame)) sendShown(drawnFrame)
}

function reportError(error: unknown): void {
  send({ type: 'failed', frame: drawnFrame, text: describe(error) })
}

/** Describes a thrown value, which can be anything. */
function describe(error: unknown): string {
  try {
    return sanitise(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  } catch {
    return 'The scene threw a value that cannot be displayed.'
  }
}
