import { escapeInvisible } from './escape.ts'
import { sentence, text } from './strings.ts'

/** Why files are uncertain or left out. The server says it in English. */

/** The path of the file that has the episode follows the reason. */
const DUPLICATE = /^another file is the same episode: (.+)$/
/** The readings are those of media/recognise/claim.go, such as S01E02. */
const DISAGREEMENT = /^its name says (\S+), but its NFO file says (\S+)$/

/** Returns a reason in the language of the page. A plan of another version may have none: "". */
export function reasonText(reason: string): string {
  if (reason === '') return ''
  const known = text.why[reason]
  if (known !== undefined) return known
  const [, other] = DUPLICATE.exec(reason) ?? []
  if (other !== undefined) return text.whySame(escapeInvisible(other))
  const [, name, nfo] = DISAGREEMENT.exec(reason) ?? []
  if (name !== undefined && nfo !== undefined) return text.whyNFO(name, nfo)
  return `${sentence(escapeInvisible(reason))}.`
}

/** What a folder can remember about its numbers. */
export type Numbering = 'absolute' | 'specials'

const NUMBERING: Record<string, Numbering> = {
  'its number may count through several seasons, whose episodes are not all known': 'absolute',
  'the number of its folder may not be the season': 'absolute',
  'its number may be season and episode in one': 'absolute',
  'the number at the end of its title may be the season': 'absolute',
  'its folder is a disc or a part, which may count from 1 again': 'absolute',
  'its name has a number, but nothing says that it is the episode': 'absolute',
  'its name says that it is a special, but not which': 'specials',
}

/** Returns what makes such files certain if the folder remembers it, or null. */
export function numberingFor(reason: string): Numbering | null {
  return NUMBERING[reason] ?? null
}
