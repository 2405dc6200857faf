/** Projects and scenes as the program tells of them, and what can be read off one without asking again. */

/** Frames in a second, in every scene. */
export const FPS = 30

export interface Project {
  projectId: string
  scenes: number
  /** In frames, of all scenes together. */
  duration: number
  updatedAt: string
}

export interface SceneSummary {
  sceneId: string
  sceneName: string
  /** From 0, without gaps. */
  order: number
  duration: number
  version: number
}

export interface Version {
  version: number
  sceneName: string
  duration: number
  /** The tool that made it. */
  tool: string
  prompt?: string
  reasoning?: string
  /** Set when it is the safe scene that stands in for one which did not compile. */
  fallback?: boolean
  /** How often the compiler had to ask for another one. */
  repairs?: number
  createdAt: string
  episodeId?: string
}

/** One version of a scene, in full. */
export interface Scene extends SceneSummary {
  isWelcome?: boolean
  tsxCode: string
  /** The number of the newest version. */
  current: number
  /** Oldest first. */
  versions: Version[]
}

/** A time as minutes and seconds, with hours where there are any: 0:05, 1:02:03. */
export function clock(frames: number): string {
  const seconds = Math.round(frames / FPS)
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return (hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`) + ':' + two(seconds % 60)
}

/** Frames as seconds, exact to the hundredth. */
export function secondsOf(frames: number): number {
  return Math.round((frames / FPS) * 100) / 100
}

export function framesOf(seconds: number): number {
  return Math.round(seconds * FPS)
}

/** Where each scene begins, in frames, in their order. */
export function startsOf(scenes: readonly SceneSummary[]): number[] {
  let at = 0
  return scenes.map(({ duration }) => {
    const start = at
    at += duration
    return start
  })
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]

/** How many seconds to leave between two marks, so that a time has at most so many of them. */
export function stepFor(seconds: number, most: number): number {
  return STEPS.find((step) => seconds / step <= most) ?? STEPS.at(-1)!
}

/** The seconds to write down within a block of the ruler: those of every step that keep clear of its ends. */
export function marksWithin(start: number, length: number, step: number): number[] {
  const marks: number[] = []
  const clear = step * 0.45
  for (let at = Math.ceil((start + clear) / step) * step; at <= start + length - clear; at += step) marks.push(at)
  return marks
}

/** The list with one of its entries at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
