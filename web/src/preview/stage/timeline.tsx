import { Children, Fragment, createContext, forwardRef, isValidElement, useContext, useMemo } from 'preact/compat'
import type { ComponentChildren, CSSProperties, VNode } from 'preact'
import { AbsoluteFill } from './fill.tsx'
import { loopAt, seriesStarts, innerSpan } from './spans.ts'

/**
 * Time in a scene: every part belongs to a span and counts frames from its start. Names and behaviour follow
 * Remotion's public documentation.
 */

interface Span {
  frame: number
  duration: number
}

export interface VideoConfig {
  fps: number
  width: number
  height: number
}

const SpanContext = createContext<Span>({ frame: 0, duration: 1 })
const ConfigContext = createContext<VideoConfig>({ fps: 30, width: 1920, height: 1080 })
const LoopContext = createContext<{ iteration: number; durationInFrames: number } | null>(null)

/** The outermost span: the whole scene at one frame. */
export function Timeline({ frame, duration, config, children }: Span & { config: VideoConfig; children: ComponentChildren }) {
  return (
    <ConfigContext.Provider value={config}>
      <SpanProvider frame={frame} duration={duration}>
        {children}
      </SpanProvider>
    </ConfigContext.Provider>
  )
}

function SpanProvider({ frame, duration, children }: Span & { children: ComponentChildren }) {
  const span = useMemo(() => ({ frame, duration }), [frame, duration])
  return <SpanContext.Provider value={span}>{children}</SpanContext.Provider>
}

/** Returns the frame, counted from the start of the innermost span. */
export function useCurrentFrame(): number {
  return useContext(SpanContext).frame
}

/** Returns the video's properties; the duration is that of the innermost span. */
export function useVideoConfig() {
  const { fps, width, height } = useContext(ConfigContext)
  const { duration } = useContext(SpanContext)
  return { id: 'preview', fps, width, height, durationInFrames: duration, defaultProps: {}, props: {}, defaultCodec: null }
}

interface LayoutProps {
  layout?: 'absolute-fill' | 'none'
  style?: CSSProperties
  className?: string
  name?: string
  children?: ComponentChildren
}

export interface SequenceProps extends LayoutProps {
  from?: number
  durationInFrames?: number
  width?: number
  height?: number
}

/** Shows its children for some frames, counted from its own start. */
export const Sequence = forwardRef<HTMLDivElement, SequenceProps>(function Sequence(props, ref) {
  const { from = 0, durationInFrames = Infinity, layout = 'absolute-fill', style, className, width, height, children } = props
  const outer = useContext(SpanContext)
  const config = useContext(ConfigContext)
  const ownConfig = useMemo(() => ({ ...config, width: width ?? config.width, height: height ?? config.height }), [config, width, height])
  const span = innerSpan(outer, from, durationInFrames)
  if (span === null) return null
  const inner = (
    <ConfigContext.Provider value={ownConfig}>
      <SpanProvider {...span}>{children}</SpanProvider>
    </ConfigContext.Provider>
  )
  if (layout === 'none') return inner
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) }
  return (
    <AbsoluteFill ref={ref} style={{ ...size, ...style }} className={className}>
      {inner}
    </AbsoluteFill>
  )
})

export interface LoopProps extends LayoutProps {
  durationInFrames: number
  times?: number
}

/** Repeats its children. */
export function Loop({ durationInFrames, times = Infinity, ...layoutProps }: LoopProps) {
  const { frame } = useContext(SpanContext)
  const iteration = loopAt(frame, durationInFrames, times)
  const loop = useMemo(() => ({ iteration: iteration ?? 0, durationInFrames }), [iteration, durationInFrames])
  if (iteration === null) return null
  return (
    <LoopContext.Provider value={loop}>
      <Sequence {...layoutProps} from={iteration * durationInFrames} durationInFrames={durationInFrames} />
    </LoopContext.Provider>
  )
}

Loop.useLoop = () => useContext(LoopContext)

export interface FreezeProps {
  frame: number
  active?: boolean | ((frame: number) => boolean)
  children?: ComponentChildren
}

/** Freezes time for its children. */
export function Freeze({ frame, active = true, children }: FreezeProps) {
  const outer = useContext(SpanContext)
  if (!Number.isFinite(frame)) throw new TypeError(`<Freeze>: frame must be a number, got ${String(frame)}`)
  const frozen = typeof active === 'function' ? active(outer.frame) : active
  return <SpanProvider frame={frozen ? frame : outer.frame} duration={outer.duration}>{children}</SpanProvider>
}

export interface SeriesPart extends Omit<SequenceProps, 'from'> {
  durationInFrames: number
  offset?: number
}

/** Shows its parts one after the other. */
export function Series({ children }: { children?: ComponentChildren }) {
  const parts = partsOf(children)
  const starts = seriesStarts(parts.map((part) => part.props))
  return (
    <>
      {parts.map((part, i) => {
        const { offset: _, ...props } = part.props
        return <Sequence key={part.key ?? i} {...props} from={starts[i]!} />
      })}
    </>
  )
}

Series.Sequence = function SeriesSequence(_: SeriesPart): VNode {
  throw new Error('<Series.Sequence> must be directly within <Series>')
}

function partsOf(children: ComponentChildren): VNode<SeriesPart>[] {
  return Children.toArray(children as never).flatMap((child) => {
    if (!isValidElement(child)) return []
    const part = child as unknown as VNode<SeriesPart>
    if (part.type === (Fragment as unknown)) return partsOf(part.props.children)
    if (part.type !== Series.Sequence) throw new Error('<Series>: only <Series.Sequence> can be within it')
    return [part]
  })
}
