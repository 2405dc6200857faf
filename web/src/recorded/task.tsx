import { heldBack } from '../heldback.ts'
import { escapeInvisible } from '../escape.ts'
import { timeOfDay } from '../locale.ts'
import { Held } from '../memory/held.tsx'
import { Reward } from '../memory/signs.tsx'
import { text as memory } from '../memory/strings.ts'
import { EMPTY_VIEW, viewUrl } from '../memory/view.ts'
import { useStore } from '../store.ts'
import { withWorkspace, workspaces } from '../workspace.ts'
import { forgetKey, nameOf, toggleForget, toggleVerdict } from './actions.ts'
import type { Task, Told, Verdict } from './data.ts'
import { readReason } from './days.ts'
import { LineList } from './lines.tsx'
import { text } from './strings.ts'

interface Props {
  task: Task
  workspace: string
  told: Told[]
}

/** One task: how it went and because of what, and, folded, what was asked and told. */
export function TaskItem({ task, workspace, told }: Props) {
  const { byKey } = useStore(heldBack)
  const held = byKey.get(forgetKey(task))
  const name = nameOf(task)
  return (
    <li class={held === undefined ? 'recorded-task' : 'recorded-task m-held'} data-task={task.id} data-testid="recorded-task">
      <div class="recorded-head">
        <span class="recorded-sign">{task.reward === undefined ? <span class="muted">–</span> : <Reward reward={task.reward} />}</span>
        <Name task={task} workspace={workspace} name={name} />
        <time class="recorded-time">{timeOfDay.format(task.started)}</time>
      </div>
      <div class="recorded-below">
        <p class="recorded-why" data-testid="recorded-why">
          <Why task={task} />
        </p>
        {held === undefined ? (
          <span class="recorded-buttons">
            <VerdictButton task={task} verdict="good" label={text.good} hint={text.goodHint} name={name} />
            <VerdictButton task={task} verdict="bad" label={text.bad} hint={text.badHint} name={name} />
            <button class="recorded-choice" aria-label={text.of(text.forget, name)} title={text.forgetHint} data-testid="forget" onClick={() => toggleForget(task)}>
              {text.forget}
            </button>
          </span>
        ) : (
          <Held held={held} text={text.heldHere} />
        )}
      </div>
      <Fold task={task} told={told} name={name} />
    </li>
  )
}

/** The name leads to the episode, in its own workspace, if this server opens that. */
function Name({ task, workspace, name }: { task: Task; workspace: string; name: string }) {
  const { list, current } = useStore(workspaces)
  const opens = current === workspace || list?.some((one) => one.name === workspace) === true
  if (task.serial === undefined || !opens) {
    return (
      <span class="recorded-name" tabIndex={0} data-item>
        <bdi>{escapeInvisible(name)}</bdi>
      </span>
    )
  }
  return (
    <a class="recorded-name" href={withWorkspace(viewUrl({ ...EMPTY_VIEW, episode: task.serial }), workspace)} title={text.open} data-item>
      <bdi>{escapeInvisible(name)}</bdi>
    </a>
  )
}

/** The reasons of the reward, in words. */
function Why({ task: { because = [], same, reward } }: { task: Task }) {
  const reasons = because.map(readReason)
  return (
    <>
      {reasons.length === 0 && reward === undefined && text.nothingToGoBy}
      {reasons.map(({ rule, value, what }, at) => (
        <span key={at} class="recorded-reason">
          {text.rules[rule] ?? rule}
          {what !== '' && (
            <>
              {' '}
              <bdi class="recorded-what">{escapeInvisible(what)}</bdi>
            </>
          )}
          {value !== 0 && ` ${memory.rewardText(value)}`}
        </span>
      ))}
      {same === true && <span class="recorded-reason">{text.repeats}</span>}
    </>
  )
}

interface VerdictProps {
  task: Task
  verdict: Verdict
  label: string
  hint: string
  name: string
}

function VerdictButton({ task, verdict, label, hint, name }: VerdictProps) {
  return (
    <button
      class="recorded-choice"
      aria-pressed={task.verdict === verdict}
      aria-label={text.of(label, name)}
      title={hint}
      data-testid={`verdict-${verdict}`}
      disabled={task.gone || task.unread}
      onClick={() => toggleVerdict(task, verdict)}
    >
      {label}
    </button>
  )
}

/** What was asked, what the agent was told then, and what agents may be told of it later. */
function Fold({ task, told, name }: { task: Task; told: Told[]; name: string }) {
  const lines = told.flatMap((one) => one.lines)
  const later = task.lines ?? []
  const asked = task.asked === undefined || task.asked === name ? '' : task.asked
  if (lines.length === 0 && later.length === 0 && asked === '') return null
  const facts = [lines.length > 0 ? text.told(lines.length) : text.toldNothing, later.length > 0 ? text.teaches(later.length) : '']
  return (
    <details class="recorded-fold" data-testid="recorded-fold">
      <summary>{facts.filter((fact) => fact !== '').join(' · ')}</summary>
      {asked !== '' && (
        <>
          <h4>{text.asked}</h4>
          <p class="recorded-asked">{escapeLines(asked)}</p>
        </>
      )}
      {lines.length > 0 && (
        <>
          <h4>{text.toldTitle}</h4>
          <LineList lines={lines} />
        </>
      )}
      {later.length > 0 && (
        <>
          <h4>{text.teachesTitle}</h4>
          <LineList lines={later} />
        </>
      )}
    </details>
  )
}

/** Escapes characters that mislead, and keeps the lines of a text. */
function escapeLines(asked: string): string {
  return asked.split('\n').map(escapeInvisible).join('\n')
}
