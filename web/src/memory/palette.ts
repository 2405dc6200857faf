import { KINDS } from './kinds.ts'

/** The colours of the graph, as the style sheet has them. */

export interface Palette {
  ground: string
  ink: string
  muted: string
  accent: string
  line: string
  fills: string[]
  rims: string[]
  types: Record<string, string>
  font: string
}

export const TYPES = KINDS.map(({ name }) => name)

/** The types without a direction, and so without an arrow. */
export const UNDIRECTED = new Set(KINDS.filter(({ undirected }) => undirected).map(({ name }) => name))

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const steps = [-3, -2, -1, 0, 1, 2, 3].map((step) => (step < 0 ? 'bad' + -step : step > 0 ? 'good' + step : 'even'))
  return {
    ground: read('--canvas'),
    ink: read('--ink'),
    muted: read('--muted'),
    accent: read('--accent'),
    line: read('--line'),
    fills: steps.map((step) => read(`--fill-${step}`)),
    rims: steps.map((step) => read(`--rim-${step}`)),
    types: Object.fromEntries(TYPES.map((type) => [type, read(`--type-${type}`)])),
    font: style.fontFamily,
  }
}
