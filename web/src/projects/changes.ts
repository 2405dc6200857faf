import { diffArrays } from 'diff'

/** What differs between two versions of code, line by line; loaded when it is first asked for. */

export type Line =
  | { kind: 'same'; from: number; to: number }
  | { kind: 'gone'; from: number }
  | { kind: 'new'; to: number }
  /** So many lines that are the same, and far from anything that is not. */
  | { kind: 'fold'; count: number }

export interface Changes {
  /** Lines are counted from 0, `from` in the former code and `to` in the later. */
  lines: Line[]
  gone: number
  added: number
}

/** How many lines around a change are shown. */
const AROUND = 3
/** Texts that differ in more lines than this are shown as another text altogether. */
const MOST_CHANGES = 3000

export function changesBetween(former: string, later: string): Changes {
  const [a, b] = [former.split('\n'), later.split('\n')]
  const parts = diffArrays(a, b, { maxEditLength: MOST_CHANGES }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ]
  const changes: Changes = { lines: [], gone: 0, added: 0 }
  let [from, to] = [0, 0]
  for (const { value, added, removed } of parts) {
    for (let i = 0; i < value.length; i++) {
      if (removed) changes.lines.push({ kind: 'gone', from: from++ })
      else if (added) changes.lines.push({ kind: 'new', to: to++ })
      else changes.lines.push({ kind: 'same', from: from++, to: to++ })
    }
    if (removed) changes.gone += value.length
    if (added) changes.added += value.length
  }
  return { ...changes, lines: fold(changes.lines) }
}

/** Leaves out what is the same and not near a change; a single line is not worth it. */
function fold(lines: Line[]): Line[] {
  const near = new Uint8Array(lines.length)
  lines.forEach(({ kind }, at) => kind !== 'same' && near.fill(1, Math.max(0, at - AROUND), at + AROUND + 1))
  const folded: Line[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && near[end] === 0) end++
    if (end - at > 1) folded.push({ kind: 'fold', count: end - at })
    else end = at + 1
    if (end === at + 1) folded.push(lines[at]!)
    at = end
  }
  return folded
}
