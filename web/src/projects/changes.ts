import { diffArrays } from 'diff'

/** The difference between two versions of code, by lines. Loaded on demand. */

export type Line =
  | { kind: 'same'; from: number; to: number }
  | { kind: 'removed'; from: number }
  | { kind: 'added'; to: number }
  /** A number of equal lines that are not near a change. */
  | { kind: 'fold'; count: number }

export interface Changes {
  /** Lines are counted from 0: `from` in the former code, `to` in the later code. */
  lines: Line[]
  removed: number
  added: number
}

/** The number of lines shown around a change. */
const CONTEXT_LINES = 3
/** Texts with more changed lines than this are shown as completely different. */
const MAX_CHANGED_LINES = 3000

export function changesBetween(former: string, later: string): Changes {
  const [a, b] = [former.split('\n'), later.split('\n')]
  const parts = diffArrays(a, b, { maxEditLength: MAX_CHANGED_LINES }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ]
  const changes: Changes = { lines: [], removed: 0, added: 0 }
  let [from, to] = [0, 0]
  for (const { value, added, removed } of parts) {
    for (let i = 0; i < value.length; i++) {
      if (removed) changes.lines.push({ kind: 'removed', from: from++ })
      else if (added) changes.lines.push({ kind: 'added', to: to++ })
      else changes.lines.push({ kind: 'same', from: from++, to: to++ })
    }
    if (removed) changes.removed += value.length
    if (added) changes.added += value.length
  }
  return { ...changes, lines: fold(changes.lines) }
}

/** Folds equal lines that are not near a change. A single line is not folded. */
function fold(lines: Line[]): Line[] {
  const near = new Uint8Array(lines.length)
  lines.forEach(({ kind }, at) => kind !== 'same' && near.fill(1, Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1))
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
