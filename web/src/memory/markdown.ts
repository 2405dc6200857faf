import type { Detail, Neighbour } from './data.ts'

/** Writes an episode as Markdown, to paste it into an issue or a message. */
export function episodeMarkdown(episode: Detail, neighbours: Neighbour[], count = neighbours.length): string {
  const lines = [`## #${episode.id} ${oneLine(episode.name)}`, '']
  lines.push(`- Reward: ${episode.reward}`, `- Created: ${episode.created_at}`)
  if (episode.tags !== undefined && episode.tags.length > 0) lines.push(`- Tags: ${episode.tags.join(', ')}`)
  lines.push('', '### Task', '', episode.query.trim())
  if (episode.reflection !== undefined && episode.reflection !== '') lines.push('', '### What was learned', '', episode.reflection.trim())
  if (neighbours.length > 0) lines.push('', '### Relationships', '')
  for (const { sentence, id, name, strength } of neighbours) lines.push(`- ${sentence} #${id} "${oneLine(name)}" (${strength})`)
  if (count > neighbours.length) lines.push(`- and ${count - neighbours.length} more`)
  return lines.join('\n') + '\n'
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
