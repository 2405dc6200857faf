import { baseName, isReady, type Part, type Plan, type PlanEvent, type Status, type Task } from './plan.ts'
import type { About } from './about.ts'
import { escapeInvisible } from './escape.ts'
import { textsOf } from './languages/texts.ts'
import { count, moment, number } from './locale.ts'

const byPerson = (name: string) => (name === '' ? '' : ` by ${escapeInvisible(name)}`)

/** All texts of the pages. */

const english = {
  product: 'Plotline',
  pages: 'Pages',
  memory: 'Memory',
  plans: 'Plans',
  projects: 'Projects',
  recorded: 'Recorded',
  unknown: 'Page not found',
  unknownNote: 'Perhaps the address has a typing error, or the page has moved.',
  toMemory: 'To the memory',
  alsoHere: 'Also here',
  also: {
    recorded: 'What coding agents do is written down, and what it taught is told to them later. To turn it on, run',
    plans: 'Agents propose how to name and recognise your video files, and you decide. To turn it on, start the server of this workspace with',
    projects: 'Agents make short films of scenes. To have a model write them, start the server with',
  },
  alsoFlags: { recorded: 'plotline setup claude-code', plans: '--media-root DIR', projects: '--ai-base-url URL' },
  alsoOpen: (name: string) => `Open ${name}`,
  storeName: (store: About['store']): string => (store === 'neo4j' ? 'Neo4j' : store),
  workspace: 'Workspace',
  workspaces: 'Workspaces',
  noWorkspace: 'Workspace not available',
  noWorkspaceNamed: (name: string) => `The workspace ${escapeInvisible(name)} is not available`,
  noWorkspaceHint: (hasToken: boolean): string =>
    hasToken
      ? 'Your token does not list it. Perhaps it was taken from the token, or the address has a typing error.'
      : 'This server does not offer it. Perhaps nothing was written there yet, or the address has a typing error.',
  otherWorkspaces: (n: number): string => (n === 1 ? 'You can open this workspace:' : 'You can open these workspaces:'),
  skipToContent: 'Skip to content',
  pageFailed: 'Could not load this page. Plotline may have been updated since you opened it.',
  reload: 'Reload',
  signOut: 'Sign out',
  restDocs: 'REST API',
  keys: 'Shortcuts',
  close: 'Close',
  justNow: 'just now',

  live: 'Live',
  noEvents: 'No live updates',
  notConnected: 'Not connected',
  since: (at: number): string => (at === 0 ? '' : `from ${moment(at)}`),
  retryNow: 'Retry',

  // The list
  pendingPlans: 'Pending plans',
  decidedPlans: 'Decided plans',
  noDecided: 'No plan has been decided yet.',
  decidedFailed: 'Could not load the decided plans.',
  showMore: 'Show more',
  outcome: (status: Status, undone: boolean, by = ''): string =>
    (undone ? 'undone' : status === 'completed' ? 'completed' : 'rejected') + byPerson(by),
  undoOf: (task: Task, name: string): string => (task === 'rename-files' ? `Undo the rename in ${name}` : `Undo the recognition in ${name}`),
  loading: 'Loading…',
  noPlans: 'No pending plans',
  library: 'Media library',
  libraryHint: 'See what is in all media folders, and make plans for many of them at once.',
  noPlansHint: [
    'An agent can propose a plan to recognise or rename the files in a media folder. The plan appears here, and nothing changes until you confirm it.',
    'To try it, ask an agent that is connected to Plotline to call proposeRecognizePlan for a folder.',
  ],
  selectPlan: 'Select a plan.',
  kind: (task: Task): string => (task === 'rename-files' ? 'Rename' : 'Recognise'),
  files: (n: number) => count(n, 'file'),
  episodes: (n: number) => count(n, 'episode'),
  tvEpisodes: (n: number) => count(n, 'TV episode'),
  /** The rows of a plan: a file that holds two episodes is two. */
  amount: (task: Task, n: number): string => (task === 'rename-files' ? text.files(n) : text.tvEpisodes(n)),
  problems: (n: number) => count(n, 'problem'),
  beingWritten: 'not finished',
  notMarked: 'not marked as done',

  // A plan
  back: 'All plans',
  title: (plan: Plan): string => (plan.task === 'rename-files' ? 'Rename files' : 'Recognise TV episodes'),
  begun: (age: string) => `begun ${age}`,
  proposed: (age: string) => `proposed ${age}`,
  /** The three parts of the rows, as buttons that filter them. */
  part: {
    ready: (plan: Plan, n: number): string => {
      const verb = plan.task === 'rename-files' ? 'renamed' : 'saved'
      const amount = n === plan.files.length ? text.amount(plan.task, n) : `${number.format(n)} of ${number.format(plan.files.length)}`
      if (plan.undoneAt !== undefined) return `${amount} undone`
      if (plan.appliedAt !== undefined) return `${amount} ${verb}`
      return isReady(plan) && plan.status === 'pending' ? `${amount} will be ${verb}` : text.amount(plan.task, plan.files.length)
    },
    problem: (_: Plan, n: number): string => text.problems(n),
    out: (_: Plan, n: number) => `${number.format(n)} left out`,
  } satisfies Record<Part, (plan: Plan, n: number) => string>,
  /** Why rows of a decided plan are marked. */
  marked: {
    had: (n: number) => `${number.format(n)} had problems`,
    kept: (n: number) => `${number.format(n)} kept the new name`,
    changed: (n: number) => `${count(n, 'file')} changed since`,
  },
  keptName: 'This file kept its new name when the others were undone.',
  parts: 'Show only these rows',
  historyOf: 'What happened to this plan',
  stepAt: (said: string, age: string) => `${said}, ${age}`,
  happened: ({ task, files: rows, excluded = [] }: Plan, { did, by = '', files = 0 }: PlanEvent): string => {
    const applied = task === 'rename-files' ? `Renamed ${text.files(files)}` : `Saved ${text.tvEpisodes(files)}`
    const undone = files === rows.length - excluded.length ? 'Undone' : `Undone for ${text.amount(task, files)}`
    const done = { proposed: 'Proposed', edited: 'Edited', applied, completed: 'Completed', rejected: 'Rejected', undone }
    return done[did] + byPerson(by)
  },
  writingNote:
    'The agent has not finished this plan. You can confirm it when the agent has finished. If the agent has given up, discard it.',
  filter: 'Filter',
  filterHint: 'Part of a name',
  shown: (n: number, of: number) => `Showing ${number.format(n)} of ${number.format(of)}`,
  noMatch: 'No rows match.',
  sidecars: 'Also rename subtitles, NFO files and thumbnails',
  all: 'All',
  allRows: 'Include all rows',
  allShownRows: 'Include all rows shown',
  includeGroup: (name: string) => `Include all rows of ${name}`,
  includeFile: (name: string) => `Include ${name}`,
  season: 'Season',
  episode: 'Episode',
  file: 'File',
  from: 'From',
  to: 'To',
  episodeTitle: 'Title',
  gone: 'The file is gone.',
  taken: (name: string) => `The name “${escapeInvisible(name)}” is taken.`,
  blocked: 'This name is taken by the file of a row that is left out.',
  edited: (was: string) => (was === '' ? 'added by you or another person' : `was ${was}`),
  draftFrom: (at: number) => `Draft from ${moment(at)}`,
  remedy: { name: 'Choose another name', numbers: 'Change the numbers' },
  leaveOut: 'Leave out',
  leaveOutFile: (name: string) => `Leave out ${name}`,
  remedyOf: (remedy: string, name: string) => `${remedy}: ${name}`,
  edit: 'Edit',
  editRow: (name: string) => `Edit ${name}`,
  target: 'New name',
  save: 'Save',
  saving: 'Saving…',
  editedMeanwhile: 'The plan or its folder has changed, and your change was not saved. The page now shows the latest state. Try again.',
  numberNeeded: 'Season and episode must be whole numbers, 0 or more. Several episodes: 1-2 or 1, 3.',
  nameNeeded: 'Enter a name.',
  unsaved: (n: number) => (n === 1 ? '1 edit is not saved. Save or cancel it first.' : `${number.format(n)} edits are not saved. Save or cancel them first.`),
  seasonGroup: (season: number) => (season === 0 ? 'Season 0, specials' : `Season ${season}`),
  problemGroup: 'Problems',
  restGroup: 'Other files',
  uncertain: (n: number) => `Uncertain: ${count(n, 'file')}`,
  notCertain: (n: number) => `${count(n, 'file')} uncertain`,
  uncertainHint: 'These videos are not saved. Check the guess, correct it if necessary, and move the video up.',
  /** Problems of a whole plan. The key is the text of plans/uncertain.go. */
  planProblems: {
    'No file of the plan is certain; move uncertain files up first': 'No file of this folder is certain. Move uncertain files up first.',
  } as Record<string, string>,
  remembers: {
    absolute: 'The folder will remember that its numbers count through the whole show.',
    specials: 'The folder will remember that OVAs and the like are season 0.',
  },
  pattern: (n: number, name: string): string => (n === 1 ? name : `${count(n, 'file')} such as ${name}`),
  moveUp: 'Move up',
  moveUpFile: (name: string) => `Move up ${name}`,
  moveAlike: (n: number) => `The same for these ${number.format(n)}`,
  alsoEpisode: (code: string) => `Also ${code}.`,
  displaces: (name: string) => `Takes the episode from ${name}.`,
  remember: {
    absolute: 'Remember for this folder: numbers count through the whole show',
    specials: 'Remember for this folder: OVAs and the like are season 0',
  },
  /** Why a file is uncertain or left out. The keys are the texts of media/recognise and media/release. */
  why: {
    'no episode in its name': 'Its name has no episode number.',
    'a sample, a trailer or an extra': 'It is a sample, a trailer or an extra.',
    'an episode that the show does not have': 'The show does not have this episode.',
    'another file is the same episode': 'Another file is the same episode.',
    'a whole season or several episodes in one file': 'It is a whole season, or several episodes in one file.',
    'its number may count through several seasons, whose episodes are not all known': 'Its number may count through several seasons, whose episodes are not all known.',
    'the number of its folder may not be the season': 'The number of its folder may not be the season.',
    'its folder is a disc or a part, which may count from 1 again': 'Its folder is a disc or a part, which may count from 1 again.',
    'its name has a further number, which may be an episode too': 'Its name has a further number, which may be an episode, too.',
    'its name says that it is a special, but not which': 'Its name says that it is a special, but not which one.',
    'its title is that of an extra': 'Its title is that of an extra.',
    'its folder has files with other titles, perhaps of other shows': 'Its folder has files with other titles, perhaps of other shows.',
    'neither its name nor its folder gives a show': 'Neither its name nor its folder gives a show.',
    'the number at the end of its title may be the season': 'The number at the end of its title may be the season.',
    'its name has only a date; this is its place among the dates of that year': 'Its name has only a date; this is its place among the dates of that year.',
    'its number goes on from the season before; this is the number within the season': 'Its number goes on from the season before; this is the number within the season.',
    'its name is that of a part of a season, which may count from 1 again': 'Its name is that of a part of a season, which may count from 1 again.',
    'its name is that of a final season, which may be any': 'Its name is that of a final season, which may be any.',
    'its name is that of a whole season': 'Its name is that of a whole season.',
    'its number may be season and episode in one': 'Its number may be season and episode in one.',
    'its folder is that of another season': 'Its folder is that of another season.',
    'its name is that of a part of an episode': 'Its name is that of a part of an episode.',
    'its name has a number, but nothing says that it is the episode': 'Its name has a number, but nothing says that it is the episode.',
    'its number has a decimal place, as that of a recap': 'Its number has a decimal place, as that of a recap.',
  } as Record<string, string>,
  whySame: (other: string) => `Another file is the same episode: ${other}`,
  whyNFO: (name: string, nfo: string) => `Its name says ${name}, but its NFO file says ${nfo}.`,
  unrecognised: (n: number) => `Not recognised: ${count(n, 'file')}`,
  notRecognised: (n: number) => `${count(n, 'file')} not recognised`,
  unrecognisedHint: 'These videos have no row. Enter season and episode to add one. For a file with several episodes, enter 1-2 or 1, 3.',
  guess: (code: string) => `${code}?`,
  add: 'Add',
  addFile: (name: string) => `Add ${name}`,
  showAll: (n: number) => `Show all ${number.format(n)}`,

  shift: {
    open: 'Shift numbers…',
    title: 'Shift numbers',
    rows: 'Rows',
    ticked: (n: number) => `Rows with a tick (${number.format(n)})`,
    shown: (n: number) => `Rows shown (${number.format(n)})`,
    season: (name: string, n: number) => `${name} (${number.format(n)})`,
    addSeason: 'Add to season',
    addEpisode: 'Add to episode',
    preview: (rows: string[], n: number) => (n > rows.length ? `${rows.join(', ')} and ${number.format(n - rows.length)} more` : rows.join(', ')),
    negative: 'This would make a number smaller than 0.',
    nothing: 'Enter how much to add, such as 10 or −1.',
    cancel: 'Cancel',
    confirm: (n: number) => `Shift ${count(n, 'row')}`,
  },

  rowsOf: (folder: string) => `Files in the plan for ${escapeInvisible(folder)}`,

  // Decisions
  confirm: (plan: Plan, n: number, leftOut: number) => {
    const verb = plan.task === 'rename-files' ? 'Rename' : 'Save'
    if (plan.files.length === 0) return 'Move files up first'
    if (n === 0) return leftOut > 0 ? `Nothing to ${verb.toLowerCase()}` : 'No files selected'
    if (leftOut > 0) return `${verb} ${number.format(n)}, leave out ${number.format(leftOut)}`
    return `${verb} ${text.amount(plan.task, n)}`
  },
  confirming: (plan: Plan): string => (plan.task === 'rename-files' ? 'Renaming…' : 'Saving…'),
  rejectOpen: 'Reject…',
  markDone: 'Mark as done',
  marking: 'Marking…',
  applied: (plan: Plan, age: string) =>
    `${plan.task === 'rename-files' ? 'Renamed' : 'Saved'} ${age}, but not marked as done yet.`,
  leftOut: (n: number) =>
    n === 1
      ? '1 row has a problem and is left out. Edit it to include it.'
      : `${number.format(n)} rows have problems and are left out. Edit them to include them.`,
  blockedPlan: 'This plan has a problem and cannot be applied now.',
  rowLeftOut: 'blocked',
  viewOnly: 'Your token can view plans, but not confirm or reject them.',
  decidedByOther: 'Someone else decided first. Your changes were not applied.',
  decided: (status: Status): string => (status === 'completed' ? 'Completed' : 'Rejected'),
  decidedThen: (said: string, elsewhere: boolean, age: string) => `${said}${elsewhere ? ' elsewhere' : ''}${age === '' ? '' : `, ${age}`}.`,
  leftOutThen: (out: number, problems: number): string => {
    const parts = [out > 0 ? `${number.format(out)} left out by the reviewer` : '', problems > 0 ? `${number.format(problems)} had problems` : '']
    const said = parts.filter((part) => part !== '').join(', ')
    return said === '' ? '' : `${said}.`
  },
  givenReason: (reason: string) => `Reason: ${reason}`,
  next: 'Next plan',
  notFound: 'Plan not found. It may belong to another workspace.',
  backToList: 'Back to the list',

  discardOpen: 'Discard…',
  discard: {
    title: 'Discard this plan?',
    note: 'The agent has not finished it, and can no longer finish it afterwards. No files will be changed.',
    reason: 'Reason (optional)',
    hint: 'Agents read the reason before they make another plan for this folder.',
    confirm: 'Discard plan',
    cancel: 'Cancel',
  },

  reject: {
    title: 'Reject this plan?',
    note: 'No files will be changed.',
    reason: 'Reason (optional)',
    hint: 'Agents read the reason before they make another plan for this folder.',
    confirm: 'Reject plan',
    cancel: 'Cancel',
  },

  // Results
  done: (plan: Plan, n: number) =>
    `${plan.task === 'rename-files' ? `Renamed ${text.files(n)}` : `Saved ${text.tvEpisodes(n)}`}: ${baseName(plan.mediaFolderPath)}`,
  markedDone: (plan: Plan) => `Marked as done: ${baseName(plan.mediaFolderPath)}`,
  rejected: (plan: Plan) => `Rejected: ${baseName(plan.mediaFolderPath)}. No files were changed.`,
  keep: 'Keep',
  seconds: (n: number) => `in ${n} s`,
  nameFiles: 'Name the files',
  nameFilesOf: (name: string) => `Name the files of ${name} after their episodes`,
  sortFiles: 'Sort by show',
  sortFilesOf: (name: string) => `Sort by show: the videos of ${name}`,
  undo: 'Undo',
  undoing: 'Undoing…',
  undid: (plan: Pick<Plan, 'task' | 'mediaFolderPath'>): string =>
    plan.task === 'rename-files'
      ? `Undone: the files in ${baseName(plan.mediaFolderPath)} have their old names again.`
      : `Undone: the files in ${baseName(plan.mediaFolderPath)} have their old numbers again.`,
  undidOthers: (plan: Pick<Plan, 'mediaFolderPath'>, n: number, kept: number): string =>
    `Undone: ${text.files(n)} in ${baseName(plan.mediaFolderPath)} ${n === 1 ? 'has its old name' : 'have their old names'} again, ${number.format(kept)} kept the new one.`,
  undoOthers: (n: number): string => (n === 1 ? 'Undo the other one' : `Undo the other ${number.format(n)}`),
  showFiles: (n: number): string => (n === 1 ? 'Show the file' : `Show the ${number.format(n)} files`),
  undoRefused: (plan: Pick<Plan, 'task' | 'mediaFolderPath'>) =>
    `The ${plan.task === 'rename-files' ? 'rename' : 'recognition'} in ${baseName(plan.mediaFolderPath)} was not undone.`,
  dismiss: 'Dismiss',
  notices: 'Notifications',

  // Errors
  notApplied: (plan: Plan): string => (plan.task === 'rename-files' ? 'No files were renamed.' : 'No TV episodes were saved.'),
  notRejected: 'The plan was not rejected.',
  appliedNotMarked: (plan: Plan) =>
    (plan.task === 'rename-files' ? 'The files were renamed' : 'The TV episodes were saved') +
    ', but the plan could not be marked as done.',
  notMarkedDone: 'The plan was not marked as done.',
  noAnswer: 'The server did not respond. Check whether your change was made before you try again.',
  notSent: 'Cannot reach the server, so nothing was sent. Nothing here is lost.',
  changedMeanwhile:
    'The plan or its folder has changed. The page now shows the latest state. Check it, then decide again.',
  firstProblem: (n: number) => (n === 1 ? 'Go to the row' : `Go to the first of ${number.format(n)} rows`),
  unreachable: 'Cannot reach the server.',
  unreadable: 'The server sent an invalid response.',
  status: (n: number) => `The server responded with status ${n}.`,
  retry: 'Try again',
  listFailed: 'Could not load the plans.',
  planFailed: 'Could not load the plan.',

  signIn: {
    title: 'Sign in',
    note: 'This server requires a token. The page keeps it until you close this tab.',
    token: 'Token',
    submit: 'Sign in',
    hint: 'An administrator of the server can create one: plotline token create NAME --role reviewer',
  },

  question: {
    title: (n: number) => `Rename ${text.files(n)}?`,
    note: 'An agent is waiting for your answer.',
    more: (n: number) => (n === 1 ? '1 more question is waiting.' : `${number.format(n)} more questions are waiting.`),
    confirm: (n: number) => `Rename ${text.files(n)}`,
    cancel: 'Do not rename',
    expired: 'A question expired because nobody answered it within five minutes.',
    lost: 'A question was withdrawn because the connection was lost.',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    list: [
      [['j', 'k'], 'Move to the next or previous plan in the list'],
      [['Enter'], 'Open the plan that has the focus'],
      [['↑', '↓'], 'Next and previous plan or row, in the list or table that has the focus'],
      [['e'], 'Edit the row'],
      [['Space'], 'Include or exclude the row. With Shift: all rows since the last one'],
      [['/'], 'Filter the rows'],
      [['u'], 'Go to the uncertain files'],
      [['c'], 'Confirm the open plan, unless another plan has the focus'],
      [['x'], 'Reject the open plan, unless another plan has the focus'],
      [['?'], 'Show these shortcuts'],
      [['Esc'], 'Close a dialog'],
    ] as [string[], string][],
  },
}

export type PagesTexts = typeof english

export const text = textsOf('pages', english)

/** Capitalises a sentence of the server, which starts in lower case, unless it starts with a name. */
export function sentence(detail: string): string {
  return /^[a-z]+[ ,]/.test(detail) ? detail[0]!.toUpperCase() + detail.slice(1) : detail
}
