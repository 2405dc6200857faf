/** Values that outlive a reload of the page. The tab keeps them until it is closed. */

const PREFIX = 'plotline.kept.'

/** Returns the value of a key, or null if there is none that can be read. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
  } catch {
    return null // not written by this page
  }
}

/** Keeps a value; null forgets it. */
export function keep(key: string, value: unknown): void {
  sessionStorage.removeItem(PREFIX + key) // if the storage is full, no older value stays
  if (value === null) return
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // The storage is full. The page itself still has the value.
  }
}

/** Returns the keys that begin with a text. */
export function keptKeys(start: string): string[] {
  const from = PREFIX + start
  return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(from) ? [key.slice(PREFIX.length)] : []))
}
