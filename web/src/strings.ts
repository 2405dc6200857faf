import { baseName, type Plan, type Status, type Task } from './plan.ts'
import { visible } from './visible.ts'

/** All texts of the pages. */

export const number = new Intl.NumberFormat('en')

export function count(n: number, one: string, many = one + 's'): string {
  return `${number.format(n)} ${n === 1 ? one : many}`
}

export const text = {
  product: 'Plotline',
  pages: 'Pages',
  plans: 'Plans',
  projects: 'Projects',
  toContent: 'Skip to the content',
  partFailed: 'This part of the pages cannot be loaded. It may have been replaced by a newer one.',
  loadAgain: 'Load the page again',
  signOut: 'Sign out',
  restDocs: 'REST API',
  keys: 'Keyboard',
  close: 'Close',

  // The list
  waiting: 'Waiting plans',
  loading: 'Loading…',
  nothingWaits: 'Nothing waits for you',
  nothingWaitsHow: [
    'When an agent proposes to recognise or to rename the files of a media folder, its plan appears here, and nothing happens until you say yes.',
    'For example: ask an agent that is connected to Plotline to call proposeRecognizePlan on a folder.',
  ],
  choose: 'Choose a plan to look at.',
  kind: (task: Task) => (task === 'rename-files' ? 'Rename' : 'Recognise'),
  files: (n: number) => count(n, 'file'),
  episodes: (n: number) => count(n, 'episode'),
  problems: (n: number) => count(n, 'problem'),
  beingWritten: 'being written',
  notMarked: 'not marked as done',
  offline: 'Not live: looking every few seconds',

  // A plan
  back: 'All plans',
  title: (plan: Plan) => (plan.task === 'rename-files' ? 'Rename files' : 'Recognise episodes'),
  proposed: (age: string) => `proposed ${age}`,
  leftOutCount: (n: number) => `${number.format(n)} left out`,
  problemRows: (n: number) => `${count(n, 'row')} with problems`,
  writingNote: 'The agent is still writing this plan. It can be decided when it is whole.',
  filter: 'Filter',
  filterHint: 'Part of a name',
  shown: (n: number, of: number) => `${number.format(n)} of ${number.format(of)} shown`,
  onlyProblems: 'Only rows with problems',
  leaveOutProblems: 'Leave these rows out',
  noneShown: 'No row matches.',
  sidecars: 'Move subtitles, nfo files and thumbnails along',
  all: 'All',
  allRows: 'Include all rows',
  allShownRows: 'Include all rows that are shown',
  includeFile: (name: string) => `Include ${name}`,
  season: 'Season',
  episode: 'Episode',
  file: 'File',
  from: 'From',
  to: 'To',
  rowsOf: (folder: string) => `Files of the plan for ${visible(folder)}`,

  // Decisions
  confirm: (plan: Plan, n: number) =>
    n === 0 ? 'Nothing chosen' : plan.task === 'rename-files' ? `Rename ${text.files(n)}` : `Save ${text.episodes(n)}`,
  confirming: (plan: Plan) => (plan.task === 'rename-files' ? 'Renaming…' : 'Saving…'),
  rejectOpen: 'Reject…',
  markDone: 'Mark as done',
  marking: 'Marking…',
  applied: (plan: Plan, age: string) =>
    `${plan.task === 'rename-files' ? 'Renamed' : 'Saved'} ${age}, but not marked as done yet.`,
  chosenProblems: (n: number) =>
    n === 1
      ? 'A chosen row has a problem: put it right, or leave the row out.'
      : `${number.format(n)} chosen rows have problems: put them right, or leave the rows out.`,
  lookOnly: 'Your token may look at plans, but not decide about them.',
  late: 'Somebody else was quicker. Nothing was done of what you asked for.',
  decided: (status: Status, elsewhere: boolean) =>
    (status === 'completed' ? 'Completed' : 'Rejected') + (elsewhere ? ' elsewhere' : ''),
  undone: 'and undone',
  givenReason: (reason: string) => `Reason: ${reason}`,
  next: 'Next plan',
  gone: 'This plan is not here. It may belong to another workspace.',
  toList: 'To the list',

  reject: {
    title: 'Reject this plan?',
    note: 'No file is touched.',
    reason: 'Reason (optional)',
    hint: 'Agents read it before they plan for this folder again.',
    yes: 'Reject plan',
    no: 'Back',
  },

  // Results
  done: (plan: Plan, n: number) =>
    `${plan.task === 'rename-files' ? `Renamed ${text.files(n)}` : `Saved ${text.episodes(n)}`}: ${nameOf(plan)}`,
  markedDone: (plan: Plan) => `Marked as done: ${nameOf(plan)}`,
  rejected: (plan: Plan) => `Rejected: ${nameOf(plan)}. No file was touched.`,
  undo: 'Undo',
  undoing: 'Undoing…',
  undid: (plan: Plan) => `Undone: the files of ${nameOf(plan)} have their old names again.`,
  undoRefused: (plan: Plan) => `The rename in ${nameOf(plan)} was not undone.`,
  dismiss: 'Dismiss',
  notices: 'Notices',

  // Errors
  notApplied: (plan: Plan) => (plan.task === 'rename-files' ? 'Nothing was renamed.' : 'Nothing was saved.'),
  notRejected: 'The plan was not rejected.',
  appliedNotMarked: (plan: Plan) =>
    (plan.task === 'rename-files' ? 'The files were renamed' : 'The episodes were saved') +
    ', but the plan could not be marked as done.',
  notMarkedDone: 'The plan was not marked as done.',
  noAnswer: 'No answer came, so it is not known whether anything happened.',
  changedMeanwhile:
    'The plan or its folder has changed since it was shown. It has been loaded again: look once more, then decide.',
  firstProblem: (n: number) => (n === 1 ? 'Show the row' : `Show the first of ${number.format(n)} rows`),
  unreachable: 'The server cannot be reached.',
  unreadable: 'The answer of the server cannot be read.',
  status: (n: number) => `The server answered with status ${n}.`,
  retry: 'Try again',
  listFailed: 'The plans cannot be loaded.',
  planFailed: 'The plan cannot be loaded.',

  signIn: {
    title: 'Sign in',
    note: 'This server needs a token. It is kept in this tab until the tab is closed.',
    token: 'Token',
    submit: 'Sign in',
    hint: 'Whoever runs the server makes one with: plotline token create NAME --role reviewer',
  },

  question: {
    title: (n: number) => `Rename ${text.files(n)}?`,
    note: 'An agent waits for your answer.',
    more: (n: number) => (n === 1 ? 'Another question waits after this one.' : `${number.format(n)} more questions wait after this one.`),
    yes: (n: number) => `Rename ${text.files(n)}`,
    no: 'Do not rename',
    expired: 'A question was withdrawn: it waited for five minutes.',
    lost: 'A question was withdrawn: the connection was lost before an answer.',
  },

  shortcuts: {
    title: 'Keyboard',
    list: [
      [['j', 'k'], 'next and previous plan in the list'],
      [['Enter'], 'open the plan'],
      [['↑', '↓'], 'next and previous plan or row, wherever you are'],
      [['Space'], 'put a row in or leave it out; with Shift all from the last one'],
      [['/'], 'filter the rows'],
      [['c'], 'confirm the plan'],
      [['x'], 'reject the plan'],
      [['?'], 'this list'],
      [['Esc'], 'close a dialog'],
    ] as [string[], string][],
  },
}

/** Capitalises a sentence of the server, which starts in lower case, unless it starts with a name. */
export function sentence(detail: string): string {
  return /^[a-z]+[ ,]/.test(detail) ? detail[0]!.toUpperCase() + detail.slice(1) : detail
}

function nameOf(plan: Plan): string {
  return baseName(plan.mediaFolderPath)
}
