import { initialFrame } from './clock.ts'
import { guardFocus } from './focus.ts'
import { Heartbeat } from './heartbeat.ts'
import { parseReport, type FrameCommand } from './messages.ts'
import type { Preview } from './pane.tsx'
import { SANDBOX } from './sandbox.ts'
import { Store } from '../store.ts'
import './thumbnail.css'

/** How long a scene may take to draw its thumbnail, in milliseconds. */
const PATIENCE = 5_000

/**
 * Browsers may run all frames of scenes in one process. So a scene that never ends its drawing stops the others, too:
 * they are not to blame while `drawing`, and must load again when `hung` increases, which ends the process.
 */
export const drawings = new Store<{ drawing: boolean; hung: number }>({ drawing: false, hung: 0 })

/**
 * Draws a small picture of a scene, in a frame like the preview's, which is removed at once. Returns a data: URL, or
 * null if the scene cannot be drawn. The frame makes the picture itself, so that untrusted code and its drawing stay
 * outside the page.
 */
export function drawThumbnail(preview: Preview, height: number): Promise<string | null> {
  const frame = document.createElement('iframe')
  for (const [name, value] of Object.entries(SANDBOX)) frame.setAttribute(name, String(value))
  frame.setAttribute('aria-hidden', 'true')
  frame.className = 'thumbnail-frame'
  frame.width = String(preview.width)
  frame.height = String(preview.height)
  return new Promise((resolve) => {
    const heartbeat = new Heartbeat() // without pings, it limits the messages of the whole drawing
    let loaded = false
    const send = (command: FrameCommand) => frame.contentWindow?.postMessage(command, '*')
    const listen = (event: MessageEvent) => {
      if (event.source === null || event.source !== frame.contentWindow) return
      if (!heartbeat.countMessage()) return end(null)
      const report = parseReport(event.data)
      if (report?.type === 'ready') {
        if (loaded) return end(null) // the frame contains a new document
        loaded = true
        const { script, fps, width, height } = preview
        const duration = Math.max(1, preview.duration)
        send({ type: 'load', script, frame: initialFrame(duration), duration, fps, width, height })
      }
      if (report?.type === 'shown') send({ type: 'picture', height })
      if (report?.type === 'picture') end(report.url)
      if (report?.type === 'failed') end(null)
    }
    const releaseFocus = guardFocus(frame, () => end(null))
    let loads = 0
    frame.addEventListener('load', () => ++loads > 1 && end(null)) // the scene has left its frame
    const timer = setTimeout(() => {
      end(null)
      drawings.update(({ hung }) => ({ hung: hung + 1 }))
    }, PATIENCE)
    const end = (url: string | null) => {
      clearTimeout(timer)
      releaseFocus()
      window.removeEventListener('message', listen)
      frame.remove()
      drawings.set({ drawing: false })
      resolve(url)
    }
    window.addEventListener('message', listen)
    drawings.set({ drawing: true })
    document.body.append(frame)
  })
}
