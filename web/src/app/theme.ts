import type { HostContext } from './bridge.ts'

/** Follows the theme and the colours of the host. */

/** Our colours, and the host's that stand for them. */
const COLOURS: [own: string, host: string][] = [
  ['--ground', '--color-background-primary'],
  ['--canvas', '--color-background-primary'],
  ['--surface', '--color-background-primary'],
  ['--raised', '--color-background-secondary'],
  ['--line', '--color-border-secondary'],
  ['--edge', '--color-border-primary'],
  ['--ink', '--color-text-primary'],
  ['--muted', '--color-text-secondary'],
]

/** The least contrast of text, by WCAG 2.2. */
const CONTRAST = 4.5

export type Theme = 'light' | 'dark'

export function themeOf(context: HostContext): Theme {
  return context.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

/** Sets the theme. The style sheets follow the operating system, and here they must follow the host instead. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue
      if (themed.has(rule) || rule.conditionText.includes('prefers-color-scheme: dark')) {
        themed.add(rule)
        rule.media.mediaText = theme === 'dark' ? 'all' : 'not all'
      }
    }
  }
}

/** The rules for a dark theme, whose condition is lost once it is changed. */
const themed = new WeakSet<CSSRule>()

/** Sets the host's colours and font on an element, if text in them can be read. */
export function applyStyles(element: HTMLElement, variables: Record<string, string | undefined>): void {
  for (const [own] of COLOURS) element.style.removeProperty(own)
  element.style.fontFamily = variables['--font-sans'] ?? ''
  const probe = element.ownerDocument.createElement('span')
  element.append(probe)
  const resolved = COLOURS.flatMap(([own, host]): [string, string][] => {
    const colour = resolve(probe, variables[host])
    return colour === null ? [] : [[own, colour]]
  })
  probe.remove()
  const colours = new Map(resolved)
  const [ground, ink, muted] = [colours.get('--ground'), colours.get('--ink'), colours.get('--muted')]
  if (ground === undefined || ink === undefined || contrast(ground, ink) < CONTRAST) return
  if (muted === undefined || contrast(ground, muted) < CONTRAST) colours.set('--muted', ink)
  const raised = colours.get('--raised')
  if (raised !== undefined && contrast(raised, ink) < CONTRAST) colours.delete('--raised')
  for (const [own, colour] of colours) element.style.setProperty(own, colour)
}

/** Returns a colour that a canvas understands too: hosts write light-dark(…), which depends on the theme. */
function resolve(probe: HTMLElement, colour: string | undefined): string | null {
  probe.style.color = ''
  if (colour === undefined) return null
  probe.style.color = colour
  if (probe.style.color === '') return null
  const value = getComputedStyle(probe).color
  return channels(value) === null ? null : value
}

/** Returns red, green and blue of an opaque colour. */
function channels(colour: string): number[] | null {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)
  return parts === null ? null : parts.slice(1).map(Number)
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour)!.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
