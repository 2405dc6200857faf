import { io } from 'socket.io-client'
import { decidedChanged } from './decided.ts'
import { clearInbox, inbox, isDecidedHere, refresh, markChanged } from './inbox.ts'
import { clientCalled, eventsMissed, graphChanged } from './memory/changes.ts'
import { dismissAll, dismissUndone } from './notices.ts'
import { isReady } from './plan.ts'
import { sceneProgressed } from './projects/progress.ts'
import { projectChanged, projectsChanged } from './projects/revisions.ts'
import { recordedChanged } from './recorded/changes.ts'
import { loadAbout } from './api.ts'
import { addQuestion, closeQuestion, withdrawQuestions, type RenameQuestion } from './questions.ts'
import { session } from './session.ts'
import { Store } from './store.ts'
import { workspaces } from './workspace.ts'

/** Keeps the pages up to date by Socket.IO, and by polling while that fails. */

/** Polling intervals in milliseconds: without a connection or while an agent writes a plan; and otherwise. */
const POLL_FAST = 4_000
const POLL_SLOW = 30_000

interface Live {
  connected: boolean
  /** Whether the event connection has failed. It is not down before the first attempt fails. */
  disconnected: boolean
}

export const live = new Store<Live>({ connected: false, disconnected: false })

// Try WebSocket first; polling is for networks that block it.
const socket = io({
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  auth: (callback) => callback({ token: session.value.token, workspace: workspaces.value.current ?? undefined }),
})

interface PlanEvent {
  taskId: string
}

export function startLiveUpdates(): void {
  socket.on('connect', () => {
    live.set({ connected: true, disconnected: false })
    reloadAll()
    eventsMissed()
    recordedChanged()
  })
  socket.on('connect_error', () => live.set({ connected: false, disconnected: true }))
  socket.on('disconnect', () => {
    live.set({ connected: false, disconnected: true })
    withdrawQuestions()
  })
  for (const event of ['recognizeMediaFilePlanReady', 'renameFilesPlanReady', 'planUpdated']) {
    socket.on(event, ({ taskId }: PlanEvent) => {
      // A rename or its undo may change the problems of every other plan, so the open plan is checked again.
      const others = (inbox.value.plans ?? []).map((plan) => plan.id).filter((id) => id !== taskId)
      markChanged([...others, taskId].filter((id) => !isDecidedHere(id)))
      decidedChanged()
      void dismissUndone(taskId)
      void refresh()
    })
  }
  socket.on('projectUpdated', ({ projectId }: { projectId: string }) => projectChanged(projectId))
  socket.on('sceneProgress', sceneProgressed)
  socket.on('graphUpdated', graphChanged)
  socket.on('clientCalled', clientCalled)
  socket.on('recordedUpdated', recordedChanged)
  socket.on('askForRenameFilesConfirmation', (question: RenameQuestion, acknowledge) => addQuestion(question, acknowledge))
  socket.on('renameFilesConfirmationSettled', ({ taskId }: PlanEvent) => closeQuestion(taskId))

  session.subscribe(reconnectWithToken())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    projectsChanged()
    recordedChanged()
    markAllChanged()
    void refresh()
  })
  void refresh().then(connect)
  setInterval(poll, POLL_FAST)
}

/** Reconnects when the token changes, because a connection keeps its token. */
function reconnectWithToken(): () => void {
  let usedToken = session.value.token
  return () => {
    const { token, signInRequired } = session.value
    if (signInRequired) {
      socket.disconnect()
      clearInbox()
      dismissAll()
    }
    if (signInRequired || token === usedToken) return
    usedToken = token
    socket.disconnect()
    void refresh().then(connect)
  }
}

/** Connects only after an HTTP response, which shows that the server is reachable and the token is valid. */
function connect(): void {
  if (inbox.value.plans === null || session.value.signInRequired || workspaces.value.refused) return
  if (!socket.active) socket.connect()
}

/** Reloads everything shown, because events may have been missed. */
function reloadAll(): void {
  void loadAbout().catch(() => {}) // the server may have other flags now; the next load tries again
  markAllChanged()
  decidedChanged()
  projectsChanged()
  void refresh()
}

/** Tries to connect now, and loads everything shown. */
export function retryNow(): void {
  if (!socket.connected && socket.active) socket.disconnect()
  reloadAll()
  eventsMissed()
  recordedChanged()
  void refresh().then(connect)
}

function markAllChanged(): void {
  markChanged((inbox.value.plans ?? []).map((plan) => plan.id))
}

let lastPoll = Date.now()

function poll(): void {
  const writing = inbox.value.plans?.some((plan) => !isReady(plan)) ?? false
  const fast = live.value.disconnected || writing || inbox.value.failure !== ''
  if (document.hidden || (!fast && Date.now() - lastPoll < POLL_SLOW)) return
  lastPoll = Date.now()
  projectsChanged()
  void refresh().then(connect)
}
