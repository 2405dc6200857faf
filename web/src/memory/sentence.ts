/** In characters: what a row has room for. */
const MOST = 240

/** Returns the first sentence of a text without its signs of Markdown, in one line. */
export function firstSentence(source: string): string {
  const line = source
    .slice(0, 4 * MOST)
    .split('\n')
    .map((line) => line.replace(/^[\s>#*+-]*(?:\d+[.)]\s)?/, '').trim())
    .find((line) => /[\p{L}\p{N}]/u.test(line))
  const plain = (line ?? '').replace(/[*`~]+/g, '').replace(/\s+/g, ' ')
  const end = /[.!?。！？](?=\s|$|[\u3000-\u9fff])/u.exec(plain)
  const sentence = end === null ? plain : plain.slice(0, end.index + 1)
  return sentence.length > MOST ? sentence.slice(0, MOST - 1).trimEnd() + '…' : sentence
}
