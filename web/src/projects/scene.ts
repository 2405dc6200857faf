/** The projects and scenes of the REST API, and functions on them. */

/** Frames per second, in every scene. */
export const FPS = 30

export interface Project {
  projectId: string
  /** What people call it, if they have renamed it. */
  projectName?: string
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
  /** Set if this is the safe scene that replaces one that did not compile. */
  fallback?: boolean
  /** How often the compiler requested a repair. */
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

/** The name that people see. */
export function nameOf({ projectId, projectName }: Pick<Project, 'projectId' | 'projectName'>): string {
  return projectName ?? projectId
}

/** Formats a time as minutes and seconds, with hours if needed: 0:05, 1:02:03. */
export function formatTime(frames: number): string {
  const seconds = Math.round(frames / FPS)
  const pad = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return (hours > 0 ? `${hours}:${pad(minutes)}` : `${minutes}`) + ':' + pad(seconds % 60)
}

/** Formats a time for the ruler, rounded down: 0:14, or 0:14.5 between two seconds. */
export function formatMark(frames: number): string {
  const tenth = Math.floor(((frames % FPS) * 10) / FPS)
  return formatTime(frames - (frames % FPS)) + (tenth > 0 ? `.${tenth}` : '')
}

/** Converts frames to seconds, rounded to hundredths. */
export function secondsOf(frames: number): number {
  return Math.round((frames / FPS) * 100) / 100
}

export function framesOf(seconds: number): number {
  return Math.round(seconds * FPS)
}

/** Returns the first frame of each scene, in order. */
export function startsOf(scenes: readonly SceneSummary[]): number[] {
  let at = 0
  return scenes.map(({ duration }) => {
    const start = at
    at += duration
    return start
  })
}

/** Returns the index of the scene that a frame of the project is in, given the first frame of each scene. */
export function sceneAt(starts: readonly number[], frame: number): number {
  const next = starts.findIndex((start) => start > frame)
  return (next < 0 ? starts.length : next) - 1
}

/** Returns the frame of a scene at a share of its length, from 0 to 1. */
export function frameAt(share: number, duration: number): number {
  return Math.min(duration - 1, Math.max(0, Math.floor(share * duration)))
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]

/** Returns the seconds between two marks, so that there are at most `most` marks. */
export function rulerStep(seconds: number, most: number): number {
  return STEPS.find((step) => seconds / step <= most) ?? STEPS.at(-1)!
}

/** Returns the seconds to label within a block of the ruler. Labels near its ends are left out. */
export function rulerMarks(start: number, length: number, step: number): number[] {
  const marks: number[] = []
  const margin = step * 0.45
  const afterStart = Number.isInteger(start) ? margin : step * 0.6 // the label of the start has a decimal
  for (let at = Math.ceil((start + afterStart) / step) * step; at <= start + length - margin; at += step) marks.push(at)
  return marks
}

/** Returns a copy of the list with one entry moved. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
