import { count, number } from '../locale.ts'
import { KINDS } from '../memory/kinds.ts'

/** All texts of the page in a conversation that the memory page does not have. */

export const text = {
  title: 'Memory of Plotline',
  waiting: 'Waiting for the result…',
  cancelled: 'The call was cancelled.',
  failed: (why: string) => `The call failed. ${why}`,
  empty: 'Nothing was found.',
  shown: (n: number, of: number) => (n < of ? `${number.format(n)} of ${count(of, 'episode')}` : count(of, 'episode')),
  relationships: (n: number) => count(n, 'relationship'),
  list: 'Episodes in the picture',
  back: 'All episodes',
  expand: (n: number) => (n > 0 ? `Show ${number.format(n)} more` : 'Show neighbours'),
  expanding: 'Looking around it…',
  expanded: (n: number) => (n === 0 ? 'Nothing new is around it.' : `${count(n, 'episode')} added.`),
  full: (most: number) => `The picture holds at most ${number.format(most)} episodes.`,
  ask: 'Ask about it',
  // Only the number: a name may hold instructions, and these words count as the user's.
  question: (serial: number) => `Read episode #${serial} of Plotline with get_episode. Tell me how it went, what led to it and what came of it.`,
  looking: (serial: number) => `The user looks at episode #${serial} in the picture of the Plotline graph.`,
  asked: 'Asked in the chat.',
  askFailed: 'The chat did not take the question.',
  larger: 'Show in full screen',
  smaller: 'Leave the full screen',
  verb: (type: string, outgoing: boolean) => KINDS.find(({ name }) => name === type)?.[outgoing ? 'outgoing' : 'incoming'] ?? type,
}
