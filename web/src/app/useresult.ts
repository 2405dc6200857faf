import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Bridge, contentOf, failureOf, type HostContext } from './bridge.ts'
import { completion, emptyPicture, kindOf, MOST, startOf, withResult, type Arguments, type Picture } from './picture.ts'
import { text } from './strings.ts'

/** How many neighbours are added at once, the strongest first. */
const NEIGHBOURS = 20

interface Result {
  bridge: Bridge
  context: HostContext
  /** Null until the first result. */
  picture: Picture | null
  note: string
  failed: boolean
  /** The episodes to mark: what was asked about, or what was added last. */
  fresh: ReadonlySet<number>
  /** Adds the neighbours of an episode, and returns how many are new. */
  expand: (serial: number) => Promise<number>
}

/** Listens to the host, and keeps the picture of what it sent and of what was added. */
export function useResult(host: Window): Result {
  const [context, setContext] = useState<HostContext>({})
  const [picture, setPicture] = useState<Picture | null>(null)
  const [note, setNote] = useState<{ words: string; failed: boolean }>({ words: text.waiting, failed: false })
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const args = useRef<Arguments>({})
  const latest = useRef<Picture | null>(null)
  const show = (next: Picture) => {
    latest.current = next
    setPicture(next)
  }
  /** Adds rewards, dates and the relationships between all episodes, if the host lets the document call tools. */
  const complete = async (bridge: Bridge, next: Picture, content: unknown) => {
    const wanted = completion(next, kindOf(content), args.current)
    if (wanted === null || bridge.capabilities.serverTools === undefined) return next
    const more = await bridge.callTool('get_dependency_graph', wanted).catch(() => null) // the picture is good without
    return more === null ? next : withResult(next, more, {})
  }
  const bridge = useMemo(() => {
    const made: Bridge = new Bridge(host, {
      onInput: (given) => (args.current = given),
      onCancelled: () => setNote({ words: text.cancelled, failed: false }),
      onContext: (change) => setContext((before) => ({ ...before, ...change })),
      onResult: async (result) => {
        if (result.isError === true) return setNote({ words: text.failed(failureOf(result)), failed: true })
        const content = contentOf(result)
        const first = withResult(emptyPicture(), content, args.current)
        if (first.items.size > 0) show(first)
        const whole = await complete(made, first, content)
        show(whole)
        setFresh(startOf(whole))
        setNote({ words: whole.items.size === 0 ? text.empty : '', failed: false })
      },
    })
    return made
  }, [host])
  useEffect(() => {
    bridge.connect().then(setContext, (error: Error) => setNote({ words: text.failed(error.message), failed: true }))
  }, [bridge])
  const expand = async (serial: number) => {
    const before = latest.current!
    if (before.items.size >= MOST) throw new Error(text.full(MOST))
    const asked = { episode_id: String(serial), max_depth: 1, min_strength: 0, prefer: 'strongest', limit: NEIGHBOURS }
    const content = await bridge.callTool('find_related_episodes', asked)
    const whole = await complete(bridge, { ...withResult(latest.current!, content, asked), total: 0 }, content)
    const added = [...whole.items.keys()].filter((known) => !before.items.has(known))
    show({ ...whole, total: Math.max(before.total, whole.items.size) })
    if (added.length > 0) setFresh(new Set(added))
    return added.length
  }
  return { bridge, context, picture, note: note.words, failed: note.failed, fresh, expand }
}
