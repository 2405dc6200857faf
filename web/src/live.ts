import { io } from 'socket.io-client'
import { empty, inbox, isDecidedHere, isWaiting, refresh, touch } from './inbox.ts'
import { dismissAll } from './notices.ts'
import { isReady } from './plan.ts'
import { projectChanged, projectsChanged } from './projects/revisions.ts'
import { ask, settled, withdrawAll, type RenameQuestion } from './questions.ts'
import { session } from './session.ts'
import { Store } from './store.ts'

/** Keeps what is shown as it is on the server: by Socket.IO, and by asking now and then where that fails. */

/** How often to look, in milliseconds: without a connection, or while an agent writes; and otherwise. */
const SOON = 4_000
const NOW_AND_THEN = 30_000

/** Whether events come in. It is not down before the first attempt has failed. */
export const live = new Store<{ down: boolean }>({ down: false })

// WebSocket at once; polling is for what does not let it through.
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
      // What the list shows, its next loading compares; of others, only who shows them knows the state.
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

/** A connection belongs to the token that it was made with. */
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

/** Without an answer over HTTP there is nobody to connect to, or no right to. */
function connect(): void {
  if (inbox.value.plans !== null && !session.value.asked && !socket.active) socket.connect()
}

/** Events may have been missed, about what is shown as well. */
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
