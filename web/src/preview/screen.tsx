import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { keepFocus } from './focus.ts'
import { readReport, type Order, type Report } from './messages.ts'
import type { Note, Stop, Trouble } from './notes.tsx'
import type { Preview } from './pane.tsx'
import { text } from './strings.ts'
import { BEAT, Pulse } from './watch.ts'

interface Props {
  preview: Preview
  name: string
  frame: number
  trouble: Trouble | null
  onTrouble: (trouble: Trouble | null) => void
  onNote: (note: Note) => void
}

/** How long the frame may take to load, in milliseconds; the server may be far away. */
const ARRIVAL = 15_000

/** The picture: a frame with an opaque origin that runs the scene's code. */
export function Screen({ preview, name, frame, trouble, onTrouble, onNote }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const stopped = trouble !== null && trouble.kind !== 'failed'

  const view = useFrame(preview, frame, stopped, {
    stop: (kind) => onTrouble({ kind }),
    hear: (report) => {
      if (report.type === 'shown') setShown(report.frame)
      if (report.type === 'shown' && trouble?.kind === 'failed') onTrouble(null)
      if (report.type === 'failed') onTrouble({ kind: 'failed', frame: report.frame, text: report.text })
      if (report.type === 'left-out') onNote({ what: report.what, text: report.text })
    },
  })
  useFit(box, view, preview)

  return (
    <div class="screen" ref={box} role="img" aria-label={name} data-testid="preview-screen" data-shown={shown}>
      {!stopped && (
        // `inert`: the scene is only a picture and cannot be clicked. `allow`: no permissions.
        <iframe
          ref={view}
          class="scene"
          src="/preview"
          sandbox="allow-scripts"
          allow=""
          inert
          referrerpolicy="no-referrer"
          title={name}
          tabIndex={-1}
          width={preview.width}
          height={preview.height}
        />
      )}
      {shown === null && trouble === null && <p class="screen-note">{text.loading}</p>}
    </div>
  )
}

interface Ears {
  stop: (why: Stop) => void
  hear: (report: Report) => void
}

/** Communicates with the frame: sends the scene, requests frames and checks that it responds. */
function useFrame(preview: Preview, frame: number, stopped: boolean, ears: Ears) {
  const view = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ frame, ears })
  latest.current = { frame, ears }
  const ready = useRef(false)
  // The frame's origin is opaque, so no target origin can be given.
  const say = (order: Order) => view.current?.contentWindow?.postMessage(order, '*')

  useEffect(() => {
    const element = view.current
    if (stopped || element === null) return
    const pulse = new Pulse()
    const stop = (why: Stop) => latest.current.ears.stop(why)
    const listen = (event: MessageEvent) => {
      if (event.source === null || event.source !== element.contentWindow) return
      if (!pulse.hear()) return stop('noisy') // before the data is deserialised
      const report = readReport(event.data)
      if (report === null) return
      if (report.type === 'pong') return pulse.answer(report.n)
      if (report.type !== 'ready') return latest.current.ears.hear(report)
      if (ready.current) return stop('left') // the frame contains a new document
      ready.current = true
      const { script, duration, fps, width, height } = preview
      say({ type: 'load', script, frame: latest.current.frame, duration, fps, width, height })
    }
    const release = keepFocus(element, () => stop('grabbing'))
    let loads = 0
    const loaded = () => {
      if (++loads > 1) stop('left')
    }
    const beats = setInterval(() => {
      if (!ready.current || document.hidden) return pulse.rest()
      const n = pulse.beat()
      if (n === null) stop('silent')
      else say({ type: 'ping', n })
    }, BEAT)
    const arrival = setTimeout(() => {
      if (!ready.current) stop('absent')
    }, ARRIVAL)
    window.addEventListener('message', listen)
    element.addEventListener('load', loaded)
    return () => {
      release()
      window.removeEventListener('message', listen)
      element.removeEventListener('load', loaded)
      clearInterval(beats)
      clearTimeout(arrival)
    }
  }, [stopped])

  useEffect(() => {
    if (ready.current) say({ type: 'seek', frame })
  }, [frame])
  return view
}

/** Scales the scene from its video size to the width of the pane. */
function useFit(box: { current: HTMLElement | null }, view: { current: HTMLElement | null }, { width, height }: Preview): void {
  useLayoutEffect(() => {
    const outer = box.current
    if (outer === null) return
    // Set styles through CSSOM, because the pages' policy forbids style attributes.
    outer.style.aspectRatio = `${width} / ${height}`
    const fit = () => {
      if (view.current !== null) view.current.style.transform = `scale(${outer.clientWidth / width})`
    }
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(outer)
    return () => watch.disconnect()
  }, [width, height])
}
