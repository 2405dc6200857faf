import { day, dayAndTime, locale } from '../locale.ts'
import type { Overview } from './data.ts'
import { rewardStep } from './model.ts'
import type { Joint, Plan, Point } from './scene.ts'
import { text } from './strings.ts'
import { DAY, localMinute } from './time.ts'
import type { View } from './view.ts'

/** Draws too many episodes as groups that open: communities, or spans of time. */

export interface Group extends Point {
  size: number
  reward: number
  /** The view of the group's episodes. */
  open: (view: View) => View
}

/** A plan whose points are groups. */
export interface GroupPlan extends Plan {
  points: Group[]
  /** Episodes in no group. */
  others: number
}

const LEAST_RADIUS = 10
const MOST_RADIUS = 70

/** The area of a group is in proportion to its size. */
function withRadius(groups: Omit<Group, 'radius'>[]): Group[] {
  const most = Math.max(1, ...groups.map(({ size }) => size))
  return groups.map((group) => ({ ...group, radius: Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(group.size / most)) }))
}

/** Communities of fewer episodes than this are not worth a place of their own. */
const LEAST_SIZE = 3

export function communitiesOf({ communities = [], links = [], others = 0 }: Overview): GroupPlan {
  const shown = communities.filter(({ size }) => size >= LEAST_SIZE)
  const left = communities.slice(shown.length).reduce((sum, { size }) => sum + size, others)
  const points = shown.map(({ hub, name, size, reward, since, until }, group): Omit<Group, 'radius'> => ({
    id: hub, name, size, reward, group, faded: false, rank: size, step: rewardStep(reward), caption: text.episodesOf(size),
    time: (Date.parse(since) + Date.parse(until)) / 2,
    open: (view) => ({ ...view, community: hub, picture: null }),
  }))
  return { kind: 'groups', points: withRadius(points), joints: jointsOf(links, shown.length), others: left }
}

/** The strongest links of each pair, in both directions together, with a strength from 0 to 1. */
function jointsOf(links: { from: number; to: number; count: number }[], groups: number): Joint[] {
  const counts = new Map<string, Joint>()
  for (const { from, to, count } of links) {
    if (from >= groups || to >= groups) continue
    const [a, b] = [Math.min(from, to), Math.max(from, to)]
    const joint = counts.get(`${a} ${b}`) ?? { from: a, to: b, type: '', strength: 0 }
    joint.strength += count
    counts.set(`${a} ${b}`, joint)
  }
  const joints = [...counts.values()].sort((a, b) => b.strength - a.strength)
  const most = joints[0]?.strength ?? 1
  const drawn = new Array<number>(groups).fill(0)
  const strongest = joints.filter(({ from, to }) => drawn[from]!++ < MOST_LINKS || drawn[to]!++ < MOST_LINKS)
  return strongest.map((joint) => ({ ...joint, strength: Math.sqrt(joint.strength / most) }))
}

/** Of each group, only so many links are drawn, and those that are among the strongest of another one. */
const MOST_LINKS = 2

const MOST_SPANS = 24
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })

/** Months, or shorter spans if all episodes are of a few months. The overview has one class of reward per 1/3. */
export function spansOf({ buckets, bucket_seconds: seconds }: Overview): GroupPlan {
  const starts = buckets.map(({ since }) => Date.parse(since))
  const last = (starts.at(-1) ?? 0) + seconds * 1000
  const byMonth = (last - (starts[0] ?? 0)) / DAY > 100
  const keyOf = (start: number, i: number) => {
    const date = new Date(start)
    if (byMonth) return date.getFullYear() * 12 + date.getMonth()
    return Math.floor(i / Math.ceil(buckets.length / MOST_SPANS))
  }
  const spans = new Map<number, { since: number; until: number; rewards: number[] }>()
  buckets.forEach(({ rewards }, i) => {
    const since = starts[i]!
    const span = spans.get(keyOf(since, i)) ?? { since, until: since, rewards: [0, 0, 0, 0, 0, 0, 0] }
    span.until = (starts[i + 1] ?? last) - 1
    rewards.forEach((n, step) => (span.rewards[step]! += n))
    spans.set(keyOf(since, i), span)
  })
  const full = [...spans.values()].map((span) => ({ ...span, size: span.rewards.reduce((a, b) => a + b, 0) })).filter(({ size }) => size > 0)
  const format = last - (starts[0] ?? 0) < MOST_SPANS * DAY ? dayAndTime : day
  const points = full.map(({ since, until, rewards, size }, i): Omit<Group, 'radius'> => {
    const reward = rewards.reduce((sum, n, step) => sum + (n * (step - 3)) / 3, 0) / size
    return {
      id: i, name: byMonth ? month.format(since) : format.format(since), size, reward, group: i, faded: false, rank: size,
      step: rewardStep(reward), caption: text.episodesOf(size), time: (since + until) / 2,
      open: (view) => ({ ...view, since: localMinute(since), until: localMinute(until), picture: null }),
    }
  })
  const joints = points.slice(1).map((_, i): Joint => ({ from: i, to: i + 1, type: '', strength: 0.15 }))
  return { kind: 'groups', points: withRadius(points), joints, others: 0 }
}

export interface Grouping extends GroupPlan {
  /** The groups are spans of time. */
  byTime: boolean
  /** The other grouping is worth a picture, too. */
  hasOther: boolean
}

/** The communities, or the spans of time if most episodes are in no community. */
export function groupsOf(overview: Overview, byTime: boolean): Grouping {
  const communities = communitiesOf(overview)
  const hold = communities.points.length > 0 && communities.others <= overview.episodes / 2
  return byTime || !hold ? { ...spansOf(overview), byTime: true, hasOther: hold } : { ...communities, byTime: false, hasOther: true }
}
