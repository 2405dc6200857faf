import { interpolate, checkRanges } from './interpolate.ts'

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
type Colour = [red: number, green: number, blue: number, alpha: number]

/**
 * Interpolates between colours, as Remotion documents `interpolateColors()`: outside the range it returns the
 * first or last colour. Inputs are CSS colours; the result is `rgba(r, g, b, a)`.
 */
export function interpolateColors(input: number, inputs: readonly number[], outputs: readonly string[]): string {
  checkRanges('interpolateColors', inputs, outputs)
  const colours = outputs.map(parse)
  const [r, g, b, a] = [0, 1, 2, 3].map((part) =>
    interpolate(input, inputs, colours.map((colour) => colour[part]!), { extrapolateLeft: 'clamp', extrapolateRight: 'clamp' }),
  ) as Colour
  return `rgba(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)}, ${Number(a.toFixed(3))})`
}

function parse(text: string): Colour {
  const colour = typeof text === 'string' ? (fromHex(text.trim()) ?? fromFunction(text.trim()) ?? fromBrowser(text.trim())) : null
  if (colour === null) throw new Error(`interpolateColors: ${String(text)} is not a colour`)
  return colour
}

/** #rgb, #rgba, #rrggbb, #rrggbbaa. */
function fromHex(text: string): Colour | null {
  if (!/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)) return null
  const digits = text.length <= 5 ? [...text.slice(1)].map((digit) => digit + digit) : text.slice(1).match(/../g)!
  const [r, g, b, a = 255] = digits.map((pair) => parseInt(pair, 16)) as [number, number, number, number?]
  return [r, g, b, a / 255]
}

/** rgb(), rgba(), hsl() and hsla(), with commas or without. */
function fromFunction(text: string): Colour | null {
  const [, name, inner] = /^(rgb|hsl)a?\(([^()]*)\)$/i.exec(text) ?? []
  if (name === undefined || inner === undefined) return null
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== '')
  if (parts.length < 3 || parts.length > 4 || !parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)(%|deg)?$/.test(part))) return null
  const parseShare = (part: string, whole: number) => (part.endsWith('%') ? (parseFloat(part) / 100) * whole : parseFloat(part))
  const alpha = parts[3] === undefined ? 1 : Math.min(1, Math.max(0, parseShare(parts[3], 1)))
  if (name.toLowerCase() === 'hsl') return [...fromHsl(parseFloat(parts[0]!), parseFloat(parts[1]!) / 100, parseFloat(parts[2]!) / 100), alpha]
  const [r, g, b] = parts.map((part) => Math.min(255, Math.max(0, parseShare(part, 255)))) as [number, number, number]
  return [r, g, b, alpha]
}

/** The HSL conversion of CSS Color 4. */
function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const part = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

const browserColours = new Map<string, Colour | null>()

/** Parses names and other colours that the browser knows, by painting a pixel and reading it. */
function fromBrowser(text: string): Colour | null {
  if (typeof document === 'undefined' || !CSS.supports('color', text)) return null
  if (!browserColours.has(text)) browserColours.set(text, readPixel(text))
  return browserColours.get(text)!
}

function readPixel(text: string): Colour | null {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data as unknown as Colour
  return [r, g, b, a / 255]
}
