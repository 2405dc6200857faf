import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ageOf } from '../age.ts'
import { day } from '../locale.ts'
import type { Detail } from '../memory/data.ts'
import { ProseSection } from '../memory/prose.tsx'
import { LineSample, Reward } from '../memory/signs.tsx'
import { text as memory } from '../memory/strings.ts'
import type { Bridge } from './bridge.ts'
import type { Picture } from './picture.ts'
import { text } from './strings.ts'

interface Props {
  serial: number
  bridge: Bridge
  picture: Picture
  expand: (serial: number) => Promise<number>
  onOpen: (serial: number | null) => void
}

/** One episode: what it is, and its relationships in the picture. */
export function Episode({ serial, bridge, picture, expand, onOpen }: Props) {
  const [detail, setDetail] = useState<Detail | null>(null)
  const [error, setError] = useState('')
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const canCall = bridge.capabilities.serverTools !== undefined
  useEffect(() => {
    if (!canCall) return
    bridge.callTool('get_episode', { episode_id: String(serial) }).then(
      (content) => setDetail(content as Detail),
      (failure: Error) => setError(`${memory.detailFailed} ${failure.message}`),
    )
  }, [serial])
  const item = picture.items.get(serial)!
  const links = [...picture.links.values()].filter(({ from, to }) => from === serial || to === serial)
  const all = Object.values(detail?.relationship_counts ?? {}).reduce((sum, { outgoing, incoming }) => sum + outgoing + incoming, 0)
  const [busy, setBusy] = useState(false)
  const grow = async () => {
    setBusy(true)
    setSaid(text.expanding)
    setSaid(await expand(serial).then(text.expanded, ({ message }: Error) => message))
    setBusy(false)
  }
  const ask = async () => {
    const content = [{ type: 'text', text: text.question(serial) }]
    const answer = bridge.request<{ isError?: boolean } | undefined>('ui/message', { role: 'user', content })
    setSaid(await answer.then((result) => (result?.isError === true ? text.askFailed : text.asked), () => text.askFailed))
  }
  // The document has no window to open: the host decides about links.
  const followOut = (event: MouseEvent) => {
    const link = (event.target as HTMLElement).closest('a')
    if (link === null) return
    event.preventDefault()
    void bridge.request('ui/open-link', { url: link.href }).catch(() => undefined)
  }
  return (
    <section class="a-side a-episode" aria-label={item.name} data-testid="episode" data-serial={serial}>
      <button class="quiet a-back" onClick={() => onOpen(null)}>
        ← {text.back}
      </button>
      <h2 ref={heading} tabIndex={-1}>
        <span class="muted">#{serial}</span> <bdi>{item.name}</bdi>
      </h2>
      <p class="a-facts">
        {item.reward !== null && <Reward reward={item.reward} />}
        {item.createdAt !== '' && <time dateTime={item.createdAt}>{`${day.format(new Date(item.createdAt))} · ${ageOf(item.createdAt)}`}</time>}
      </p>
      {(detail?.tags ?? []).length > 0 && (
        <ul class="a-tags" aria-label={memory.tags}>
          {detail!.tags!.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div class="a-actions">
        {canCall && (detail === null || all > links.length) && (
          <button class="secondary small" disabled={busy || detail === null} data-testid="expand" onClick={() => void grow()}>
            {text.expand(all - links.length)}
          </button>
        )}
        {bridge.capabilities.message !== undefined && (
          <button class="secondary small" data-testid="ask" onClick={() => void ask()}>
            {text.ask}
          </button>
        )}
      </div>
      <p class="muted a-said" role="status" data-testid="said">
        {said}
      </p>
      {error !== '' && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {detail !== null && (
        <div onClick={followOut}>
          {detail.reflection !== undefined && detail.reflection !== '' && <ProseSection title={memory.reflection} source={detail.reflection} />}
          <ProseSection title={memory.query} source={detail.query} />
        </div>
      )}
      {links.length > 0 && <h3>{memory.relationships}</h3>}
      <ul class="a-sentences" data-testid="relationships">
        {links.map(({ from, to, type }) => {
          const other = picture.items.get(from === serial ? to : from)!
          return (
            <li key={`${from} ${to} ${type}`}>
              <LineSample type={type} />
              <span>
                {text.verb(type, from === serial)}{' '}
                <button class="a-link" onClick={() => onOpen(other.serial)}>
                  #{other.serial} <bdi>{other.name}</bdi>
                </button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
