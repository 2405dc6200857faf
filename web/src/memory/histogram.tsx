import { useMemo, useRef, useState } from 'preact/hooks'
import { day, dayAndTime } from '../locale.ts'
import { showView } from '../router.ts'
import type { Overview } from './data.ts'
import { rewardsOf, type Episode } from './model.ts'
import { text } from './strings.ts'
import { DAY, dayOf, localMinute } from './time.ts'
import type { View } from './view.ts'

const STEPS = ['bad3', 'bad2', 'bad1', 'even', 'good1', 'good2', 'good3']

interface Props {
  /** Null until it is loaded. The timeline has its place from the start, so that nothing below moves. */
  overview: Overview | null
  view: View
  /** What the filters let through. Null without filters. */
  found: Episode[] | null
}

/**
 * Counts of episodes over time, coloured by how they went. Episodes that the filters leave out are grey. Dragging over
 * it selects a range.
 */
export function Histogram({ overview, ...rest }: Props) {
  if (overview === null || overview.buckets.length === 0) return <div class="m-histogram" aria-hidden="true" />
  return <Timeline overview={overview} {...rest} />
}

function Timeline({ overview, view, found }: Props & { overview: Overview }) {
  const picture = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<[from: number, to: number] | null>(null)
  const { buckets, bucket_seconds: seconds } = overview
  const length = seconds * 1000
  const start = Date.parse(buckets[0]?.since ?? '')
  const parts = useMemo(() => found && rewardsOf(found, buckets.length, start, length), [found, overview])
  const end = start + buckets.length * length
  // The last bucket may not be over.
  const latest = Math.min(end - 1, Date.now())
  const shown = found?.length ?? overview.episodes
  const most = Math.max(...buckets.map(({ rewards }) => sum(rewards)))
  const at = (event: PointerEvent) => {
    const box = picture.current!.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
  }
  const place = (time: number) => Math.min(1, Math.max(0, (time - start) / (end - start))) * buckets.length
  const format = length < DAY && end - start < 3 * DAY ? dayAndTime : day
  const chosen = drag !== null
    ? [Math.min(...drag) * buckets.length, Math.max(...drag) * buckets.length]
    : view.since !== '' || view.until !== ''
      ? [view.since === '' ? 0 : place(Date.parse(view.since)), view.until === '' ? buckets.length : place(Date.parse(view.until) + 60_000)]
      : null
  const finish = () => {
    if (drag === null) return
    setDrag(null)
    const [from, to] = [Math.min(...drag), Math.max(...drag)]
    const isClick = to - from < 0.005
    if (isClick && (view.since !== '' || view.until !== '')) return showView({ ...view, since: '', until: '' })
    const first = Math.min(buckets.length - 1, Math.floor(from * buckets.length))
    const last = Math.max(first + 1, Math.min(buckets.length, Math.ceil(to * buckets.length)))
    if (length >= DAY || ((last - first) * length <= DAY && !isClick)) return select(first, last)
    // Whole days of the calendar, as the label shows them. A click takes the day of its bar.
    const [since, until] = [dayOf(start + first * length), dayOf(start + last * length - 1)]
    until.setHours(23, 59)
    showView({ ...view, since: localMinute(since.getTime()), until: localMinute(until.getTime()) })
  }
  /** Shows the episodes of some buckets. All of them are no filter. */
  const select = (from: number, to: number, cause: 'navigation' | 'load' = 'navigation') => {
    const since = from === 0 ? '' : localMinute(start + from * length)
    const until = to === buckets.length ? '' : localMinute(start + to * length - 1)
    showView({ ...view, since, until }, cause)
  }
  const [low, high] = chosen === null ? [0, buckets.length] : [Math.round(chosen[0]!), Math.round(chosen[1]!)]
  return (
    <div class="m-histogram" data-testid="histogram" role="group" aria-label={text.timeline}>
      <div class="m-range">
        <svg
          ref={picture}
          viewBox={`0 0 ${buckets.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text.timelineText(shown, overview.episodes, day.format(start), day.format(latest))}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrag([at(event), at(event)])
          }}
          onPointerMove={(event) => drag !== null && setDrag([drag[0], at(event)])}
          onPointerUp={finish}
          onPointerCancel={() => setDrag(null)}
        >
          <title>{text.timeline}</title>
          <rect class="m-catch" width={buckets.length} height="100" />
          {buckets.map(({ rewards }, i) => (
            <Stack key={i} left={i} rewards={rewards} shown={parts?.[i] ?? null} most={most} />
          ))}
          {chosen !== null && <rect class="m-brush" x={chosen[0]} width={Math.max(0, chosen[1]! - chosen[0]!)} height="100" />}
        </svg>
        <Thumb
          label={text.since}
          at={low}
          of={buckets.length}
          valueText={format.format(start + low * length)}
          onMove={(to) => select(Math.min(to, high - 1), high, 'load')}
        />
        <Thumb
          label={text.until}
          at={high}
          of={buckets.length}
          valueText={format.format(start + high * length - 1)}
          onMove={(to) => select(low, Math.max(to, low + 1), 'load')}
        />
      </div>
      <p class="m-axis" aria-hidden="true">
        <span>{format.format(start)}</span>
        {shown < overview.episodes && <span data-testid="timeline-count">{text.shown(shown, overview.episodes)}</span>}
        {overview.stale === true && <span data-testid="overview-stale">{text.countingAgain}</span>}
        <span>{format.format(latest)}</span>
      </p>
    </div>
  )
}

/** So many buckets go by with Page Up and Page Down. */
const STRIDE = 10

interface ThumbProps {
  label: string
  /** The bucket that it stands before. */
  at: number
  of: number
  valueText: string
  onMove: (to: number) => void
}

/** One end of the range, for the keyboard. */
function Thumb({ label, at, of, valueText, onMove }: ThumbProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -STRIDE, PageUp: STRIDE, Home: -of, End: of,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onMove(Math.min(of, Math.max(0, at + step)))
  }
  return (
    <div
      class="m-thumb"
      role="slider"
      tabIndex={0}
      data-testid={`range-${label}`}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={at}
      aria-valuetext={valueText}
      style={{ left: `${(100 * at) / of}%` }}
      onKeyDown={onKeyDown}
    />
  )
}

interface StackProps {
  left: number
  rewards: number[]
  /** What the filters let through. Null means all. */
  shown: number[] | null
  most: number
}

/** The bar of one bucket. Even a single episode is visible. What is left out is at the top. */
function Stack({ left, rewards, shown, most }: StackProps) {
  const total = sum(rewards)
  if (total === 0) return null
  const height = Math.max(12, 96 * Math.sqrt(total / most))
  const parts = shown ?? rewards
  const rest = Math.max(0, total - sum(parts))
  let below = 100
  const part = (name: string, n: number) => {
    if (n === 0) return null
    const high = (height * n) / (rest + sum(parts))
    below -= high
    return <rect key={name} class={`m-fill m-${name}`} x={left + 0.08} width={0.84} y={below} height={high} />
  }
  return (
    <g>
      {parts.map((n, step) => part(STEPS[step]!, n))}
      {part('left-out', rest)}
    </g>
  )
}

function sum(list: number[]): number {
  return list.reduce((total, n) => total + n, 0)
}
