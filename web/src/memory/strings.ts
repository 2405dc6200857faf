import { count, number } from '../strings.ts'
import type { Mode, Outcome, Walk } from './view.ts'

/** All texts of the memory page. */

const outcomes: Record<Outcome, string> = { good: 'Went well', mixed: 'Mixed', bad: 'Went badly' }
const modes: Record<Mode, string> = { list: 'List', graph: 'Graph', table: 'Table' }
const types: Record<string, string> = {
  follows: 'follows', causes: 'causes', part_of: 'part of', related_to: 'related to', contradicts: 'contradicts', refines: 'refines',
}

/** How the reason reads that an episode is out of date. */
const successions: Record<string, string> = { contradicts: 'Contradicted by', refines: 'Refined by' }

export const text = {
  search: 'Search the memory',
  searchHint: 'Words, or a question',
  searchFailed: 'The search failed.',
  clearSearch: 'Clear the search',
  noHits: 'Nothing matches these words.',
  noMatch: 'No episode matches the filters.',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  outcome: 'How it went',
  outcomeName: (outcome: Outcome) => outcomes[outcome],
  tags: 'Tags',
  sources: 'Sources',
  types: 'Relationships',
  typeName: (type: string) => types[type] ?? type,
  time: 'Time',
  since: 'From',
  until: 'To',
  timeline: 'Episodes over time. Drag to select a part.',
  timelineText: (n: number, from: string, to: string) => `${count(n, 'episode')} from ${from} to ${to}`,
  show: 'Show as',
  modeName: (mode: Mode) => modes[mode],
  episodes: 'Episodes',
  results: 'Results',
  shown: (n: number, of: number) => (n === of ? count(n, 'episode') : `${number.format(n)} of ${count(of, 'episode')}`),
  more: (n: number) => `Show ${number.format(n)} more`,
  newestOf: (n: number, of: number) => `Showing the newest ${number.format(n)} of ${number.format(of)}.`,
  drawAll: (n: number) => `Draw all ${number.format(n)}`,
  drawNewest: 'Draw only the newest',
  loadedOf: (n: number, of: number) => `This page loads the newest ${number.format(n)} of ${number.format(of)} episodes.`,
  failed: 'Could not load the memory.',

  graph: 'Graph of episodes. The arrow keys walk along relationships, and Enter opens an episode.',
  placing: 'Placing episodes…',
  placingFailed: 'The graph could not be drawn. The list and the table show the same episodes.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show everything',
  nodeText: (serial: number, name: string, reward: string, degree: number) =>
    `#${serial} ${name}. Reward ${reward}. ${count(degree, 'relationship')}.`,

  reward: 'Reward',
  name: 'Name',
  created: 'Created',
  relationships: 'Relationships',
  rewardText: (reward: number) => (reward > 0 ? '+' : reward < 0 ? '−' : '') + Math.abs(Math.round(reward * 100) / 100),
  succession: (type: string, serial: number) => `${successions[type] ?? 'Replaced by'} #${serial}`,

  close: 'Close the episode',
  loading: 'Loading…',
  gone: 'This episode does not exist. It may have been deleted, or belong to another workspace.',
  detailFailed: 'Could not load the episode.',
  query: 'Task',
  reflection: 'What was learned',
  metadata: 'Metadata',
  updated: (age: string) => `changed ${age}`,
  noRelationships: 'No relationships yet.',
  walkTitle: { back: 'What led to this', forward: 'What came of it' } satisfies Record<Walk, string>,
  walkNone: { back: 'Nothing is known to have led to it.', forward: 'Nothing is known to have come of it.' } satisfies Record<Walk, string>,
  connect: 'How is it connected with …',
  connectField: 'Number or name of another episode',
  connectSubmit: 'Show',
  connectUnknown: 'No loaded episode has this number or name.',
  connectClear: 'Hide the connection',
  unconnected: 'They are not connected within five relationships.',
  copyMarkdown: 'Copy as Markdown',
  copyMermaid: 'Copy as Mermaid',
  saveSvg: 'Save as SVG',
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying here.',
  drawFailed: 'The drawing failed.',
  strength: (strength: number) => `strength ${Math.round(strength * 100) / 100}`,

  empty: {
    title: 'Nothing is remembered yet',
    note: 'Plotline remembers what was tried, how it went and how it is connected. There are three ways to begin:',
    starts: [
      ['Import the history of a git repository', 'Every commit becomes an episode.', 'plotline import git'],
      ['Import a memory file', 'It reads the file of the reference MCP memory server.', 'plotline import memory memory.json'],
      ['Connect an agent', 'It writes down what it tries while it works.', `claude mcp add --transport http plotline ${location.origin}/mcp`],
    ] as [title: string, note: string, line: string][],
    example: 'To look around first, import a small example: ',
    exampleLine: 'plotline import example',
    copy: 'Copy',
  },

  shortcuts: [
    [['/', 'Ctrl K'], 'Search'],
    [['↑', '↓'], 'Next and previous episode, in the list'],
    [['←', '→', '↑', '↓'], 'Walk along relationships, in the graph'],
    [['Enter'], 'Open the episode'],
    [['+', '−', '0'], 'Zoom in, zoom out, show everything, in the graph'],
    [['Esc'], 'Close the episode or a dialog'],
    [['?'], 'Show these shortcuts'],
  ] as [string[], string][],
}
