import { useEffect } from 'preact/hooks'
import { KeyList } from '../components/keylist.tsx'
import { useKeys, type KeyListState } from '../keys.ts'
import { number, timeOfDay } from '../locale.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { keys as taskKeys } from './actions.ts'
import { recordedChanges } from './changes.ts'
import { MOST, recorded, refreshRecorded, showMore, type Recorded } from './data.ts'
import { dayOf, daysOf, type Day, type Part } from './days.ts'
import { StateOfRecording } from './state.tsx'
import { clientName, text } from './strings.ts'
import { LineList } from './lines.tsx'
import { TaskItem } from './task.tsx'
import '../memory/graph.css'
import '../memory/edit.css'
import './recorded.css'

/** What coding agents did on this machine, by day, project and session. */
export function RecordedBoard({ keys }: { keys: KeyListState }) {
  const { list, failure } = useStore(recorded)
  const { count } = useStore(recordedChanges)
  useKeys({ '?': () => keys.show(true), ...taskKeys })
  useEffect(refreshRecorded, [count])
  useEffect(() => {
    document.title = `${common.recorded} · ${common.product}`
  }, [])
  return (
    <>
      <main id="content" class="recorded" tabIndex={-1}>
        <div class="recorded-column">
          {failure !== '' && (
            <div class="recorded-note" role="alert" data-testid="recorded-failure">
              <p>
                {text.failed} {failure}
              </p>
              <button class="secondary" onClick={refreshRecorded}>
                {common.retry}
              </button>
            </div>
          )}
          {list === null && failure === '' && <p class="hint">{common.loading}</p>}
          {list !== null && <Content list={list} onShowKeys={() => keys.show(true)} />}
        </div>
      </main>
      {keys.shown && <KeyList keys={text.shortcuts} onClose={() => keys.show(false)} />}
    </>
  )
}

function Content({ list, onShowKeys }: { list: Recorded; onShowKeys: () => void }) {
  const days = daysOf(list)
  const shown = list.sessions.reduce((sum, { tasks }) => sum + tasks.length, 0)
  return (
    <>
      <div class="recorded-top">
        <StateOfRecording list={list} />
        <button class="quiet wide-only" onClick={onShowKeys}>
          {common.keys} <kbd>?</kbd>
        </button>
      </div>
      {days.length > 0 && <Today list={list} />}
      {days.map((day) => (
        <DayOfTasks key={day.at} day={day} />
      ))}
      {shown < list.total && shown < MOST && (
        <p class="recorded-more">
          <button class="secondary small" data-testid="recorded-more" onClick={showMore}>
            {common.showMore}
          </button>{' '}
          <span class="muted">{text.moreOf(shown, list.total)}</span>
        </p>
      )}
    </>
  )
}

/** What was recorded today in which project. */
function Today({ list: { today } }: { list: Recorded }) {
  return (
    <p class="recorded-today" data-testid="recorded-today">
      <span class="muted">{text.today}:</span>
      {today.length === 0 && <span class="muted">{text.noneToday}</span>}
      {today.map(({ project, workspace, tasks }) => (
        <span key={workspace}>
          <bdi>{project}</bdi> <span class="muted">{number.format(tasks)}</span>
        </span>
      ))}
    </p>
  )
}

function DayOfTasks({ day: { at, projects } }: { day: Day }) {
  return (
    <section data-testid="recorded-day">
      <h2>{dayName(at)}</h2>
      {projects.map(({ workspace, name, count, parts }) => (
        <section key={workspace} class="recorded-project" data-testid="recorded-project">
          <h3 title={workspace}>
            <bdi>{name}</bdi> <span class="count">{text.tasks(count)}</span>
          </h3>
          {parts.map((part) => (
            <PartOfSession key={part.session.client + part.session.session} part={part} />
          ))}
        </section>
      ))}
    </section>
  )
}

function dayName(at: number): string {
  const today = dayOf(Date.now())
  if (at === today) return text.today
  return at === dayOf(today - 1) ? text.yesterday : text.date(at)
}

function PartOfSession({ part: { session, tasks, told } }: { part: Part }) {
  const times = [...tasks.map(({ started }) => started), ...told.map(({ at }) => at)]
  const began = text.sessionAt(clientName(session.client), timeOfDay.format(Math.min(...times)))
  return (
    <div class="recorded-session">
      <p class="recorded-client" title={session.session}>
        {began}
      </p>
      <ul>
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} workspace={session.workspace ?? ''} told={(session.told ?? []).filter((one) => one.task === task.id)} />
        ))}
      </ul>
      {told.map((one) => (
        <details key={one.at} class="recorded-fold">
          <summary>{(one.start ? text.atStart : text.otherPrompt)(timeOfDay.format(one.at), one.lines.length)}</summary>
          <LineList lines={one.lines} isBrief={one.start === true} />
        </details>
      ))}
    </div>
  )
}
