import { textsOf } from '../languages/texts.ts'
import { day, dayAndTime, locale, number } from '../locale.ts'
import { count } from '../strings.ts'
import type { Mode, Outcome, Walk } from './view.ts'

/** All texts of the memory page. */

const outcomes: Record<Outcome, string> = { good: 'Went well', mixed: 'Mixed', bad: 'Went badly' }
const modes: Record<Mode, string> = { list: 'List', graph: 'Graph', table: 'Table' }
const types: Record<string, string> = {
  follows: 'follows', causes: 'causes', part_of: 'part of', related_to: 'related to', contradicts: 'contradicts', refines: 'refines',
}

/** How the reason reads that an episode is out of date. */
const successions: Record<string, string> = { contradicts: 'Contradicted by', refines: 'Refined by' }

/** Each type as a verb, seen from the start and from the end of a relationship. The server writes the same sentences. */
const verbs: Record<string, { outgoing: string; incoming: string }> = {
  causes: { outgoing: 'caused', incoming: 'was caused by' },
  follows: { outgoing: 'came before', incoming: 'came after' },
  refines: { outgoing: 'refines', incoming: 'is refined by' },
  contradicts: { outgoing: 'contradicts', incoming: 'is contradicted by' },
  part_of: { outgoing: 'is part of', incoming: 'contains' },
  related_to: { outgoing: 'is related to', incoming: 'is related to' },
}

/** What a client did by an operation: with the name of an episode after it, and without. */
const calls: Record<string, [string, string]> = {
  recall: ['recalled', 'searched the memory'],
  search_episodes: ['found', 'searched the memory'],
  list_episodes: ['read', 'listed episodes'],
  get_episode: ['read', 'read an episode'],
  create_episode: ['recorded', 'recorded an episode'],
  create_episodes: ['recorded', 'recorded episodes'],
  update_episode: ['changed', 'changed an episode'],
  delete_episode: ['deleted', 'deleted an episode'],
  add_episode_relationship: ['linked', 'linked episodes'],
  add_episode_relationships: ['linked', 'linked episodes'],
}

const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const shortMinute = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Writes a span of local minutes, as days if it has whole ones. Without any side it is empty. */
function formatSpan(since: string, until: string, days: Intl.DateTimeFormat, minutes: Intl.DateTimeFormat): string {
  const [from, to] = [since, until].map((minute) => (minute === '' ? null : new Date(minute)))
  const wholeDays = /^(|.*T00:00)$/.test(since) && /^(|.*T23:59)$/.test(until)
  const format = wholeDays ? days : minutes
  if (!from || !to) return from ? `Since ${format.format(from)}` : to ? `Until ${format.format(to)}` : ''
  return format.formatRange(from, to)
}

/** The sentences to choose from for a new relationship. */
export const SENTENCES = Object.keys(verbs).flatMap((type): { type: string; direction: 'outgoing' | 'incoming' }[] =>
  type === 'related_to' ? [{ type, direction: 'outgoing' }] : [{ type, direction: 'outgoing' }, { type, direction: 'incoming' }],
)

const english = {
  search: 'Search the memory',
  searchHint: 'Words, or “what failed last week?”',
  searchFailed: 'The search failed.',
  clearSearch: 'Clear the search',
  understood: 'Filter by',
  meaning: (words: string, filter: string) => `“${words}”: ${filter}`,
  noHits: 'Nothing matches these words.',
  onlyNear: 'No episode has these words. These are the nearest by meaning.',
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
  timeOf: (since: string, until: string) => formatSpan(since, until, shortDay, shortMinute) || 'Time',
  spanOf: (since: string, until: string) => formatSpan(since, until, day, dayAndTime),
  lastDays: (days: number) => (days === 1 ? 'Today' : `Last ${days} days`),
  lastWeek: 'Last week',
  since: 'From',
  until: 'To',
  timeline: 'Episodes over time. Drag to select a part, or move its ends with the arrow keys.',
  timelineText: (n: number, of: number, from: string, to: string) => `${text.shown(n, of)} from ${from} to ${to}`,
  countingAgain: 'Counting again…',
  show: 'Show as',
  modeName: (mode: Mode) => modes[mode],
  episodes: 'Episodes',
  results: 'Results',
  shown: (n: number, of: number) => (n === of ? count(n, 'episode') : `${number.format(n)} of ${count(of, 'episode')}`),
  partOf: (n: number, of: number) => `${number.format(n)} of ${number.format(of)}`,
  more: (n: number) => `Show ${number.format(n)} more`,
  newestOf: (n: number, of: number) => `Showing the newest ${number.format(n)} of ${number.format(of)}.`,
  drawAll: (n: number) => `Draw all ${number.format(n)}`,
  drawNewest: (n: number) => `Draw only the newest ${number.format(n)}`,
  episodesOf: (n: number) => count(n, 'episode'),
  groupsOf: (groups: number, n: number, of: number, byTime: boolean) =>
    byTime ? `${count(of, 'episode')} in ${count(groups, 'span')} of time.` : `${count(groups, 'community', 'communities')} hold ${number.format(n)} of ${count(of, 'episode')}.`,
  groupText: (name: string, size: number, reward: string) => `${name}: ${count(size, 'episode')}, mean reward ${reward}. Enter opens them.`,
  drawMonths: 'Draw by time',
  drawCommunities: 'Draw communities',
  drawCommunity: (serial: number) => `Draw the community of #${serial}`,
  communityOf: (name: string) => `The community of “${name}”.`,
  leaveCommunity: 'Leave it',
  loadedOf: (n: number, of: number) => `These are the newest ${number.format(n)} of ${number.format(of)}. A search or filter finds older ones.`,
  failed: 'Could not load the memory.',
  noCall: 'No client has called yet.',
  connectClient: 'Connect one',
  clients: (): [name: string, line: string][] => [
    ['Claude Code', text.empty.starts()[2]![2]],
    ['Other clients: print their configuration', 'plotline mcp --print-config'],
  ],
  someClient: 'A client',
  didCall: (operation: string, named: boolean) => calls[operation]?.[named ? 0 : 1] ?? (named ? `called ${operation} with` : `called ${operation}`),

  graph: 'Graph of episodes. The arrow keys walk along relationships, and Enter opens an episode.',
  groupGraph: 'Graph of groups of episodes. The arrow keys walk between groups, and Enter opens one.',
  placing: 'Placing episodes…',
  placingFailed: 'The graph could not be drawn. The list and the table show the same episodes.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show everything',
  nodeText: (serial: number, name: string, reward: string, degree: number) =>
    `#${serial} ${name}. Reward ${reward}. ${count(degree, 'relationship')}.`,

  previous: 'Previous episode (k)',
  next: 'Next episode (j)',
  placeOf: (at: number, of: number) => `${number.format(at)} of ${number.format(of)}`,
  earlier: (n: number) => `Show ${number.format(n)} before these`,
  skipToGraph: 'To the graph',
  skipToTable: 'To the table',
  skipToList: 'To the list',
  skipToEpisode: 'To the episode',
  readingWidth: 'Width of the open episode',

  reward: 'Reward',
  name: 'Name',
  created: 'Created',
  relationships: 'Relationships',
  rewardText: (reward: number) => (reward > 0 ? '+' : reward < 0 ? '−' : '') + Math.abs(Math.round(reward * 100) / 100),
  succession: (type: string) => successions[type] ?? 'Replaced by',

  close: 'Close the episode',
  loading: 'Loading…',
  gone: 'This episode does not exist. It may have been deleted, or belong to another workspace.',
  deleted: (age: string) => `Deleted ${age}.`,
  deletedNote: 'You see what this page loaded last.',
  detailFailed: 'Could not load the episode.',
  query: 'Task',
  reflection: 'What was learned',
  unfold: 'Show the whole text',
  fold: 'Show less',
  tableIn: 'Table in the text',
  allRelationships: 'All relationships',
  connection: 'Connection',
  exports: 'Copy or save',
  furtherOf: (n: number) => `and ${number.format(n)} more`,
  metadata: 'Metadata',
  updated: (age: string) => `changed ${age}`,
  kinds: 'Types of relationships',
  verb: (type: string, direction: 'outgoing' | 'incoming' | 'both') => verbs[type]?.[direction === 'incoming' ? 'incoming' : 'outgoing'] ?? type,
  strongestOf: (n: number, of: number) => `The strongest ${number.format(n)} of ${number.format(of)}`,
  neighboursFailed: 'Could not load the relationships.',
  noRelationships: 'No relationships yet.',
  walkTitle: { back: 'What led to this', forward: 'What came of it' } satisfies Record<Walk, string>,
  walkHint: {
    back: 'Follow it further back, in words and in the graph',
    forward: 'Follow it further, in words and in the graph',
  } satisfies Record<Walk, string>,
  walkNone: { back: 'Nothing is known to have led to it.', forward: 'Nothing is known to have come of it.' } satisfies Record<Walk, string>,
  walkStep: (type: string, back: boolean, via: number, age: string) => `${verbs[type]?.[back ? 'outgoing' : 'incoming'] ?? type} #${via} · ${age}`,
  connect: 'How is it connected with …',
  connectClear: 'Hide the connection',
  pathStrength: (strength: number) => `Strength ${Math.round(strength * 1000) / 1000}`,
  shorterPath: (steps: number) => `A shorter path, in ${count(steps, 'step')}`,
  unconnected: 'They are not connected within five relationships.',
  copyMarkdown: 'Copy as Markdown',
  copyMermaid: 'Copy as Mermaid',
  saveSvg: 'Save as SVG',
  copied: 'Copied',
  saved: 'Saved the picture',
  copyFailed: 'The browser does not allow copying here.',
  exportFailed: 'That failed.',
  strength: (strength: number) => `strength ${Math.round(strength * 100) / 100}`,

  // Changes
  cancel: 'Cancel',
  save: 'Save',
  episodeHint: 'Number, name or words',
  nearOptions: 'Nothing has these words. Near in meaning:',
  options: (n: number, near: boolean) => `${near ? `${text.nearOptions} ` : ''}${count(n, 'episode')} to choose from. Use the arrow keys.`,
  noOption: 'No episode has this number, and none matches these words.',
  edit: {
    open: 'Edit',
    title: (serial: number) => `Edit #${serial}`,
    restore: 'Restore',
    discard: 'Discard',
    metadata: 'Metadata, as JSON',
    length: (n: number, room: number) => `${number.format(n)} of ${number.format(room)} characters`,
    tooLong: (n: number) => `Too long: remove ${count(n, 'character')}.`,
    noTask: 'Write what the task or question was.',
    tooManyTags: (n: number) => `An episode can have at most ${count(n, 'tag')}.`,
    badMetadata: 'This is not a JSON object, such as {"ticket": 12}.',
    undone: (serial: number) => `Undone: #${serial} is as it was before.`,
    undoRefused: (serial: number) => `The change of #${serial} was not undone.`,
    changedSince: 'The episode has changed since.',
    nameHint: 'The first line of the task',
    reward: 'Reward, from −1 to 1',
    rewardHint: '−1 went badly, 0 is mixed, 1 went well.',
    badReward: 'The reward must be a number from −1 to 1.',
    tagHint: 'Type a tag, then press Enter',
    removeTag: (tag: string) => `Remove the tag ${tag}`,
    tagAdded: (tag: string) => `Added the tag ${tag}.`,
    tagRemoved: (tag: string) => `Removed the tag ${tag}.`,
    saving: 'Saving…',
    saved: (serial: number) => `Saved #${serial}.`,
    failed: 'The episode was not changed.',
    changedMeanwhile: 'Someone else changed this episode while you were editing it.',
    both: 'Nothing of yours is lost. Where you both changed something, you see both versions. Keep yours, or use the stored one.',
    merged: 'Someone else changed other parts of this episode meanwhile. They are shown now. Save again to keep both.',
    theirs: 'Stored now:',
    nothing: 'nothing',
    take: 'Use this',
    saveAnyway: 'Save my version',
  },
  relate: {
    open: 'Add…',
    title: 'Add a relationship',
    type: 'This episode …',
    other: 'Other episode',
    strength: 'Strength, from 0 to 1',
    incomplete: 'Choose the other episode: type its number or a part of its name, then press Enter.',
    adding: 'Adding…',
    confirm: 'Add relationship',
    added: (from: number, verb: string, to: number) => `Added: #${from} ${verb} #${to}.`,
    failed: 'The relationship was not added.',
  },
  relation: {
    open: 'Change or remove',
    openFor: (sentence: string, serial: number) => `Change or remove: ${sentence} #${serial}`,
    title: 'Change the relationship',
    remove: 'Remove relationship',
    changed: 'Changed the strength.',
    held: (from: number, sentence: string, to: number) => `#${from} ${sentence} #${to} will be removed`,
    heldRow: 'Will be removed',
    removeFailed: 'The relationship was not removed.',
    removed: (from: number, sentence: string, to: number) => `Removed: #${from} ${sentence} #${to}.`,
    failed: 'The relationship was not changed.',
  },
  remove: {
    open: 'Delete…',
    title: 'Delete this episode?',
    note: (n: number) =>
      (n === 0 ? 'It has no relationships.' : `Its ${count(n, 'relationship')} will be deleted with it.`) + ' You can still keep it for 30 seconds.',
    held: (serial: number, name: string) => `#${serial} ${name} will be deleted`,
    heldHere: 'Will be deleted',
    confirm: 'Delete episode',
    done: (serial: number, name: string, n: number) => `Deleted #${serial} ${name}${n === 0 ? '' : ` and ${count(n, 'relationship')}`}.`,
    failed: 'The episode was not deleted.',
  },
  create: {
    open: 'New',
    title: 'New episode',
    again: 'Create it again',
    links: 'Relationships',
    addLink: 'Add a relationship',
    removeLink: 'Remove',
    incomplete: 'Choose the other episode of each relationship, or remove the relationship.',
    creating: 'Creating…',
    confirm: 'Create episode',
    done: (serial: number, name: string) => `Created #${serial} ${name}.`,
    failed: 'The episode was not created.',
  },
  cycle: {
    title: 'The relationship was not added, because it would close a circle.',
    note: 'Causes and orders of events must not lead back to where they began. Together with this relationship, there would be:',
    omitted: (n: number) => `… ${count(n, 'more episode')} …`,
  },
  /** Sentences for the codes of the server. */
  codes: {
    already_exists: 'These two episodes already have this relationship.',
    not_found: 'It does not exist any more. Someone may have deleted it.',
  } as Record<string, string>,

  empty: {
    title: 'Nothing is remembered yet',
    note: 'Plotline remembers what was tried, how it went and how it is connected. There are three ways to begin:',
    starts: () => [
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
    [['j', 'k'], 'Open the next or the previous episode of the list'],
    [['↑', '↓'], 'Next and previous episode, in the list or the table'],
    [['←', '→', '↑', '↓'], 'Walk along relationships, in the graph'],
    [['Enter'], 'Open the episode'],
    [['n'], 'New episode'],
    [['←', '→'], 'Move an end of the range, in the timeline'],
    [['+', '−', '0'], 'Zoom in, zoom out, show everything, in the graph'],
    [['Esc'], 'Close the episode or a dialog'],
    [['?'], 'Show these shortcuts'],
  ] as [string[], string][],
}

export type MemoryTexts = typeof english

export const text = textsOf('memory', english)
