import { io } from 'socket.io-client'
import { empty, inbox, isDecidedHere, isWaiting, refresh, touch } from './inbox.ts'
import { dismissAll } from './notices.ts'
import { isReady } from './plan.ts'
import { projectChanged, projectsChanged } from './projects/revisions.ts'
import { ask, settled, withdrawAll, type RenameQuestion } from './questions.ts'
import { session } from './session.ts'
import { Store } from './store.ts'

/** Keeps the pages up to date by Socket.IO, and by polling while that fails. */

/** Polling intervals in milliseconds: without a connection or while an agent writes a plan; and otherwise. */
const SOON = 4_000
const NOW_AND_THEN = 30_000

/** Whether the event connection has failed. It is not down before the first attempt fails. */
export const live = new Store<{ down: boolean }>({ down: false })

// Try WebSocket first; polling is for networks that block it.
const socket = io({
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  auth: (give) => give({ token: session.value.token }),
})

interface PlanEvent {
  taskId: string
}

export function goLive(): void {
  socket.on('connect', () => {
    live.set({ down: false })
    renew()
  })
  socket.on('connect_error', () => live.set({ down: true }))
  socket.on('disconnect', () => {
    live.set({ down: true })
    withdrawAll()
  })
  for (const event of ['recognizeMediaFilePlanReady', 'renameFilesPlanReady', 'planUpdated']) {
    socket.on(event, ({ taskId }: PlanEvent) => {
      // The next load compares the plans of the list. Other plans must be reloaded by the components that
      // show them.
      if (!isWaiting(taskId) && !isDecidedHere(taskId)) touch([taskId])
      void refresh()
    })
  }
  socket.on('projectUpdated', ({ projectId }: { projectId: string }) => projectChanged(projectId))
  socket.on('askForRenameFilesConfirmation', (question: RenameQuestion, acknowledge) => ask(question, acknowledge))
  socket.on('renameFilesConfirmationSettled', ({ taskId }: PlanEvent) => settled(taskId))

  session.follow(reconnectWithToken())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    projectsChanged()
    void refresh()
  })
  void refresh().then(connect)
  setInterval(lookAgain, SOON)
}

/** Reconnects when the token changes, because a connection keeps its token. */
function reconnectWithToken(): () => void {
  let used = session.value.token
  return () => {
    const { token, asked } = session.value
    if (asked) {
      socket.disconnect()
      empty()
      dismissAll()
    }
    if (asked || token === used) return
    used = token
    socket.disconnect()
    void refresh().then(connect)
  }
}

/** Connects only after an HTTP response, which shows that the server is reachable and the token is valid. */
function connect(): void {
  if (inbox.value.plans !== null && !session.value.asked && !socket.active) socket.connect()
}

/** Reloads everything shown, because events may have been missed. */
function renew(): void {
  touch((inbox.value.plans ?? []).map((plan) => plan.id))
  projectsChanged()
  void refresh()
}

let looked = Date.now()

function lookAgain(): void {
  const written = inbox.value.plans?.some((plan) => !isReady(plan)) ?? false
  const soon = live.value.down || written || inbox.value.failure !== ''
  if (document.hidden || (!soon && Date.now() - looked < NOW_AND_THEN)) return
  looked = Date.now()
  projectsChanged()
  void refresh().then(connect)
}
