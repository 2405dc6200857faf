// Opens clients of Socket.IO as lines of JSON on standard input tell, and tells on standard output, by
// lines of JSON too, what happens to each.
import { createInterface } from 'node:readline'
import { io } from 'socket.io-client'

const clients = new Map()
const tell = (client, what, value) => process.stdout.write(JSON.stringify({ client, what, value }) + '\n')

const commands = {
  // answer, when it is there, acknowledges whatever asks for an acknowledgement.
  open({ client, url, options, answer }) {
    const socket = io(url, { forceNew: true, ...options })
    clients.set(client, socket)
    socket.on('connect', () => tell(client, 'connect', socket.io.engine.transport.name))
    socket.on('connect_error', error => tell(client, 'refused', { message: error.message, data: error.data ?? null }))
    socket.on('disconnect', reason => tell(client, 'disconnect', reason))
    socket.onAny((event, ...args) => {
      const acknowledge = typeof args.at(-1) === 'function' ? args.pop() : null
      tell(client, 'event', { event, args })
      if (acknowledge && answer !== undefined) acknowledge(answer)
    })
  },
  emit({ client, event, args }) {
    clients.get(client).emit(event, ...args)
  },
  close({ client }) {
    clients.get(client).close()
    clients.delete(client)
  },
}

const input = createInterface({ input: process.stdin })
input.on('line', line => {
  const command = JSON.parse(line)
  commands[command.do](command)
})
input.on('close', () => process.exit(0))
