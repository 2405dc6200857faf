import assert from 'node:assert/strict'
import test from 'node:test'
import { paced } from '../src/paced.ts'

const settle = () => new Promise<void>((go) => setImmediate(go))

test('many calls are few runs, with a rest that grows with the work', async (t) => {
  let now = 0
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => now)
  const pass = async (milliseconds: number) => {
    for (let i = 0; i < milliseconds; i += 10) {
      now += 10
      t.mock.timers.tick(10)
      await settle()
    }
  }
  let runs = 0
  let takes = 0
  const run = paced(async () => {
    runs++
    await new Promise((go) => setTimeout(go, takes))
    if (runs === 2) throw new Error('a failure does not end it')
  })
  run()
  run()
  run()
  assert.equal(runs, 1)
  await pass(1000)
  assert.equal(runs, 2)
  await pass(1000)
  assert.equal(runs, 2)
  takes = 1000
  for (let i = 0; i < 40; i++) {
    run()
    await pass(200)
  }
  assert.ok(runs === 4, `${runs - 2} runs of a second in eight seconds`)
})
