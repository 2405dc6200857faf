/** In characters: what a row has room for. */
const MOST = 240

/** Returns the beginning of a text without its signs of Markdown, in one line. What is left out is marked. */
export function beginning(source: string): string {
  const plain = source
    .slice(0, 4 * MOST)
    .split('\n')
    .map((line) => line.replace(/^[\s>#*+-]*(?:\d+[.)]\s)?/, '').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join(' ')
    .replace(/[*`~]+/g, '')
    .replace(/\s+/g, ' ')
  return plain.length > MOST ? plain.slice(0, MOST - 1).trimEnd() + '…' : plain
}
