import { useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { toFailure } from './requests.ts'
import { reorderScenes } from './routes.ts'
import { moveItem, type SceneSummary } from './scene.ts'
import { text } from './strings.ts'

interface Order {
  /** In the order requested last, whether or not the server has confirmed it. */
  scenes: SceneSummary[] | null
  move: (from: number, to: number) => void
  /** The last move, for screen readers. */
  announcement: string
  failure: Failure | null
}

/**
 * The order of the scenes. A change is shown at once, and replaced by the server's order when it responds.
 */
export function useOrder(projectId: string, loaded: SceneSummary[] | null, reload: () => Promise<void>): Order {
  const [localOrder, setLocalOrder] = useState<SceneSummary[] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const queue = useRef(Promise.resolve())
  const moveCount = useRef(0)
  const scenes = localOrder ?? loaded
  const latest = useRef(scenes)
  latest.current = scenes

  const saveOrder = async (next: SceneSummary[], moveNumber: number) => {
    try {
      await reorderScenes(projectId, next.map(({ sceneId }) => sceneId))
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.notMoved))
      setAnnouncement('')
    }
    await reload()
    if (moveNumber === moveCount.current) setLocalOrder(null)
  }
  const move = (from: number, to: number) => {
    const before = latest.current
    const scene = before?.[from]
    if (before === null || scene === undefined || before[to] === undefined) return
    const next = moveItem(before, from, to)
    latest.current = next
    setLocalOrder(next)
    setFailure(null)
    setAnnouncement(text.moved(scene.sceneName, to + 1, next.length))
    const moveNumber = ++moveCount.current
    // One after the other, so that the last request determines the order.
    queue.current = queue.current.then(() => saveOrder(next, moveNumber))
  }
  return { scenes, move, announcement, failure }
}
