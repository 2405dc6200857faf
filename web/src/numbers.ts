/** Reads a whole number, 0 or more, or returns null. */
export function numberOf(value: string): number | null {
  const trimmed = value.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null
}

/** Reads a whole number that may be negative, or returns null. An empty text is 0. */
export function offsetOf(value: string): number | null {
  const trimmed = value.trim().replace('−', '-').replace(/^\+/, '')
  if (trimmed === '' || trimmed === '-') return 0
  return /^-?\d{1,5}$/.test(trimmed) ? Number(trimmed) : null
}
