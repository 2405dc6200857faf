import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { guardFocus } from './focus.ts'
import { parseReport, type FrameCommand, type FrameReport } from './messages.ts'
import { isStopped, type UnsupportedNote, type StopReason, type PreviewFailure } from './notes.tsx'
import type { Preview } from './pane.tsx'
import { SANDBOX } from './sandbox.ts'
import { drawings } from './thumbnail.ts'
import { text } from './strings.ts'
import { PING_INTERVAL, Heartbeat } from './heartbeat.ts'

interface Props {
  preview: Preview
  name: string
  frame: number
  failure: PreviewFailure | null
  onFailure: (failure: PreviewFailure | null) => void
  onNote: (note: UnsupportedNote) => void
  /** Called for each frame that was drawn. */
  onShown?: () => void
}

/** How long the frame may take to load, in milliseconds; the server may be far away. */
const LOAD_TIMEOUT = 15_000

/** The picture: a frame with an opaque origin that runs the scene's code. */
export function Screen({ preview, name, frame, failure, onFailure, onNote, onShown }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const stopped = isStopped(failure)

  const frameRef = useFrame(preview, frame, stopped, {
    onStop: (kind) => onFailure({ kind }),
    onReport: (report) => {
      if (report.type === 'shown') {
        setShown(report.frame)
        onShown?.()
        const empty = failure?.kind === 'empty'
        if (!stopped && report.empty && !empty) onFailure({ kind: 'empty' })
        if (!stopped && !report.empty && failure !== null) onFailure(null)
      }
      if (report.type === 'failed') onFailure({ kind: 'failed', frame: report.frame, text: report.text })
      if (report.type === 'unsupported') onNote({ kind: report.kind, text: report.text })
    },
  })
  useFit(box, frameRef, preview)

  return (
    <div class="screen" ref={box} role="img" aria-label={name} data-testid="preview-screen" data-shown={shown}>
      {!stopped && (
        <iframe {...SANDBOX} ref={frameRef} class="scene" title={name} width={preview.width} height={preview.height} />
      )}
      {shown === null && failure === null && <p class="screen-note">{text.loading}</p>}
    </div>
  )
}

interface FrameHandlers {
  onStop: (reason: StopReason) => void
  onReport: (report: FrameReport) => void
}

/** Communicates with the frame: sends the scene, requests frames and checks that it responds. */
function useFrame(preview: Preview, frame: number, stopped: boolean, handlers: FrameHandlers) {
  const frameRef = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ frame, handlers })
  latest.current = { frame, handlers }
  const ready = useRef(false)
  // The frame's origin is opaque, so no target origin can be given.
  const send = (command: FrameCommand) => frameRef.current?.contentWindow?.postMessage(command, '*')

  useEffect(() => {
    const element = frameRef.current
    if (stopped || element === null) return
    const heartbeat = new Heartbeat()
    const stop = (reason: StopReason) => latest.current.handlers.onStop(reason)
    const listen = (event: MessageEvent) => {
      if (event.source === null || event.source !== element.contentWindow) return
      if (!heartbeat.countMessage()) return stop('noisy') // before the data is deserialised
      const report = parseReport(event.data)
      if (report === null) return
      if (report.type === 'pong') return heartbeat.acknowledge(report.n)
      if (report.type !== 'ready') return latest.current.handlers.onReport(report)
      if (ready.current) return stop('left') // the frame contains a new document
      ready.current = true
      const { script, duration, fps, width, height } = preview
      send({ type: 'load', script, frame: latest.current.frame, duration, fps, width, height })
    }
    const releaseFocus = guardFocus(element, () => stop('grabbing'))
    let loads = 0
    const onLoad = () => {
      if (++loads > 1) stop('left')
    }
    const pingTimer = setInterval(() => {
      if (!ready.current || document.hidden || drawings.value.drawing) return heartbeat.skip()
      const n = heartbeat.nextPing()
      if (n === null) stop('silent')
      else send({ type: 'ping', n })
    }, PING_INTERVAL)
    const loadTimer = setTimeout(() => {
      if (!ready.current) stop('absent')
    }, LOAD_TIMEOUT)
    window.addEventListener('message', listen)
    element.addEventListener('load', onLoad)
    return () => {
      releaseFocus()
      window.removeEventListener('message', listen)
      element.removeEventListener('load', onLoad)
      clearInterval(pingTimer)
      clearTimeout(loadTimer)
    }
  }, [stopped])

  useEffect(() => {
    if (ready.current) send({ type: 'seek', frame })
  }, [frame])
  return frameRef
}

/** Scales the scene from its video size to the width of the pane. */
function useFit(box: { current: HTMLElement | null }, frameRef: { current: HTMLElement | null }, { width, height }: Preview): void {
  useLayoutEffect(() => {
    const outer = box.current
    if (outer === null) return
    // Set styles through CSSOM, because the pages' policy forbids style attributes.
    outer.style.aspectRatio = `${width} / ${height}`
    const fit = () => {
      if (frameRef.current !== null) frameRef.current.style.transform = `scale(${outer.clientWidth / width})`
    }
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(outer)
    return () => watch.disconnect()
  }, [width, height])
}
