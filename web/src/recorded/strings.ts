import { escapeInvisible } from '../escape.ts'
import { textsOf } from '../languages/texts.ts'
import { count, day, moment } from '../locale.ts'

/** All texts of the page of what was recorded. */

const clients: Record<string, string> = {
  'claude-code': 'Claude Code', codex: 'Codex', 'gemini-cli': 'Gemini CLI', 'copilot-cli': 'Copilot CLI', 'qwen-code': 'Qwen Code', opencode: 'opencode',
  cursor: 'Cursor', vscode: 'VS Code',
}

/** The rules of rewards. A rule without a text is shown by its name. */
const rules: Record<string, string> = {
  verdict_good: 'you said that it is good',
  verdict_bad: 'you said that it is bad',
  tests_passed: 'tests passed',
  tests_failed: 'tests failed',
  tests_passed_before_edit: 'tests passed, then files changed',
  tests_failed_before_edit: 'tests failed, then files changed',
  red_asked_for: 'a failing test was asked for',
  red_before: 'it had failed before the first edit',
  checks_passed: 'checks passed',
  checks_failed: 'a check failed',
  committed: 'committed',
  reverted: 'reverted',
  corrected: 'you corrected it',
  praised: 'you praised it',
  interrupted: 'you interrupted it',
  model_failed: 'the model’s service failed',
}

const english = {
  clients,
  rules,
  on: 'Recording is on.',
  off: 'Recording is off. What was recorded stays. To turn it on, run:',
  unset: 'Recording is not set up. It writes down what coding agents do, and tells them later what that taught. To set it up, run:',
  paused: (until: number) => `Recording is paused until ${moment(until)}. To go on before, run:`,
  elsewhere: 'What agents do now is recorded elsewhere, not in the store of this server.',
  silent: 'A process holds the recorder and does not answer, so agents are told nothing at prompts. To learn more, run:',
  full: 'There is no room for what waits to be stored, so nothing is kept. To store it, run:',
  waiting: (n: number) => `${count(n, 'session')} waiting to be stored`,
  failed: 'Could not load what was recorded.',
  none: 'Nothing is recorded yet',
  noneHint: (on: boolean): string =>
    on
      ? 'Give a coding agent a task in a git repository. When it has changed something or found an answer, the task appears here. Agents that are not set up yet need:'
      : 'Once it is on, the tasks of coding agents appear here, with how they went and what the agents were told.',
  today: 'Today',
  yesterday: 'Yesterday',
  noneToday: 'nothing yet',
  date: (at: number) => day.format(at),
  tasks: (n: number) => count(n, 'task'),
  moreOf: (shown: number, total: number) => `${shown} of ${count(total, 'task')}`,
  sessionAt: (client: string, time: string) => `${client}, ${time}`,
  nothingToGoBy: 'nothing to go by',
  repeats: 'repeats an earlier task',
  gone: 'Its episode is deleted.',
  unread: 'Its episode cannot be read now.',
  open: 'Open the episode',
  good: 'Good',
  bad: 'Bad',
  forget: 'Forget',
  always: 'Always',
  never: 'Never again',
  goodHint: 'Good: reward +1, whatever the rules say (g)',
  badHint: 'Bad: reward −1, whatever the rules say (b)',
  forgetHint: 'Delete the episode and all that was kept of the task (x)',
  alwaysHint: 'Tell it at the start of each session (p)',
  neverHint: 'Do not tell it again (n)',
  of: (action: string, name: string) => `${action}: ${escapeInvisible(name)}`,
  asked: 'Asked',
  told: (n: number) => `told ${count(n, 'line')}`,
  toldNothing: 'told nothing',
  teaches: (n: number) => `${count(n, 'line')} for later`,
  toldTitle: 'The agent was told',
  teachesTitle: 'Agents may be told later',
  otherPrompt: (time: string, n: number) => `${time}: told ${count(n, 'line')} at a prompt that was not kept`,
  atStart: (time: string, n: number) => `${time}: told ${count(n, 'line')} at the start`,
  outdated: 'not told any more',
  held: (name: string) => `“${escapeInvisible(name)}” will be forgotten`,
  heldHere: 'Will be forgotten',
  forgotten: (name: string) => `“${escapeInvisible(name)}” is forgotten. Backups, exports and the agent’s own transcripts stay.`,
  notForgotten: 'The task was not forgotten.',
  notJudged: 'The verdict was not kept.',
  notPinned: 'The choice was not kept.',
  shortcuts: [
    [['j', 'k'], 'Move to the next or previous task, or line of an open task'],
    [['Enter'], 'Open the episode of the task'],
    [['o'], 'Show what the agent was asked and told'],
    [['g'], 'The task went well; again takes it back'],
    [['b'], 'The task went badly; again takes it back'],
    [['p'], 'Tell the line always; again takes it back'],
    [['n'], 'Never tell the line again; again takes it back'],
    [['x'], 'Forget the task, after 30 seconds'],
    [['?'], 'Show these shortcuts'],
    [['Esc'], 'Close a dialog'],
  ] as [string[], string][],
}

export type RecordedTexts = typeof english

export const text = textsOf('recorded', english)

/** Returns a client's name as its makers write it. */
export function clientName(client: string): string {
  return text.clients[client] ?? client
}
