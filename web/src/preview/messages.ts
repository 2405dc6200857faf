/**
 * The messages between the page and the frame. The frame runs untrusted code, so the page only displays what
 * it receives. `readReport` accepts only the fields below, each bounded.
 */

/** Messages to the frame. */
export type FrameCommand =
  | { type: 'load'; script: string; frame: number; duration: number; fps: number; width: number; height: number }
  | { type: 'seek'; frame: number }
  | { type: 'ping'; n: number }
  /** Asks for a picture of what is shown, that many pixels high. */
  | { type: 'picture'; height: number }

/** Messages from the frame. */
export type FrameReport =
  /** The frame is ready to receive messages. */
  | { type: 'ready' }
  /** The frame was drawn without errors. The scene is empty if nothing is visible at any of its frames that were looked at. */
  | { type: 'shown'; frame: number; empty: boolean }
  /** The scene threw an error; frame is null if none was drawn yet. */
  | { type: 'failed'; frame: number | null; text: string }
  /** The scene uses something that the preview does not support. */
  | { type: 'unsupported'; kind: UnsupportedKind; text: string }
  | { type: 'pong'; n: number }
  /** A picture of what is shown, as a data: URL. */
  | { type: 'picture'; url: string }

const unsupportedKinds = ['sound', 'network'] as const
export type UnsupportedKind = (typeof unsupportedKinds)[number]

/** The maximum length of a text from the frame, in UTF-16 units. */
export const TEXT_LIMIT = 2000

/** The maximum length of a picture's URL. A typical thumbnail has a tenth of it. */
const PICTURE_LIMIT = 60_000
/** A bitmap, which cannot hold code or addresses. */
const PICTURE = /^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/

/** Returns the report in a message's data, or null if it is invalid. */
export function parseReport(data: unknown): FrameReport | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, frame, empty, n, text, kind, url } = data as Record<string, unknown>
  switch (type) {
    case 'ready':
      return { type }
    case 'shown':
      return isCount(frame) && typeof empty === 'boolean' ? { type, frame, empty } : null
    case 'failed':
      return typeof text === 'string' && (frame === null || isCount(frame)) ? { type, frame, text: sanitise(text) } : null
    case 'unsupported':
      return typeof text === 'string' && isUnsupportedKind(kind) ? { type, kind, text: sanitise(text) } : null
    case 'pong':
      return isCount(n) ? { type, n } : null
    case 'picture':
      return typeof url === 'string' && url.length <= PICTURE_LIMIT && PICTURE.test(url) ? { type, url } : null
    default:
      return null
  }
}

/**
 * Returns the order in a message's data, or null if it is invalid. The page is trusted, but other documents
 * may also send messages to the frame.
 */
export function parseCommand(data: unknown): FrameCommand | null {
  if (typeof data !== 'object' || data === null) return null
  const command = data as Record<string, unknown>
  const hasCounts = (...names: string[]) => names.every((name) => isCount(command[name]))
  switch (command['type']) {
    case 'load':
      return typeof command['script'] === 'string' && hasCounts('frame', 'duration', 'fps', 'width', 'height') ? (data as FrameCommand) : null
    case 'seek':
      return hasCounts('frame') ? (data as FrameCommand) : null
    case 'picture':
      return hasCounts('height') ? (data as FrameCommand) : null
    case 'ping':
      return hasCounts('n') ? (data as FrameCommand) : null
    default:
      return null
  }
}

/** Shortens a text and removes control characters and characters that change the text direction. */
export function sanitise(text: string): string {
  const short = text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT) + '…' : text
  return short.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isUnsupportedKind(value: unknown): value is UnsupportedKind {
  return unsupportedKinds.includes(value as UnsupportedKind)
}
