import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { GraphView } from '../memory/graphview.tsx'
import { buildModel } from '../memory/model.ts'
import { TYPES } from '../memory/palette.ts'
import { columnsIn } from '../memory/scene.ts'
import { LineSample } from '../memory/signs.tsx'
import { text as memory } from '../memory/strings.ts'
import type { Bridge } from './bridge.ts'
import { Episode } from './episode.tsx'
import { EpisodeList } from './list.tsx'
import { mapOf, type Picture } from './picture.ts'
import { placed } from './scene.ts'
import { text } from './strings.ts'
import { applyStyles, applyTheme, themeOf } from './theme.ts'
import { useResult } from './useresult.ts'

/** The result of a tool as a picture, in a conversation. */
export function App({ host }: { host: Window }) {
  const { bridge, context, picture, note, failed, fresh, expand } = useResult(host)
  const [selected, setSelected] = useState<number | null>(null)
  const root = useRef<HTMLElement>(null)
  const theme = themeOf(context)
  const styles = context.styles?.variables
  useLayoutEffect(() => {
    applyTheme(theme)
    applyStyles(root.current!, styles ?? {})
  }, [theme, styles])
  const fills = context.containerDimensions?.height !== undefined || context.displayMode === 'fullscreen'
  const most = context.containerDimensions?.maxHeight
  useHeight(root, bridge, fills)
  const open = (serial: number | null) => {
    setSelected(serial)
    if (serial !== null && bridge.capabilities.updateModelContext !== undefined) {
      const content = [{ type: 'text', text: text.looking(serial) }]
      bridge.request('ui/update-model-context', { content }).catch(() => undefined) // the chat may decline
    }
  }
  return (
    <main ref={root} class={`memory a-app${fills ? ' a-fills' : ''}`} style={{ maxHeight: fills || most === undefined ? '' : `${most}px` }}>
      <h1 class="visually-hidden">{text.title}</h1>
      {note !== '' && (
        <p class={failed ? 'a-note error' : 'a-note muted'} role={failed ? 'alert' : 'status'} data-testid="note">
          {note}
        </p>
      )}
      {picture !== null && picture.items.size > 0 && (
        <>
          <Bar bridge={bridge} picture={picture} modes={context.availableDisplayModes ?? []} mode={context.displayMode ?? 'inline'} />
          <div class="a-body">
            <Graph {...{ picture, selected, fresh, theme: theme + JSON.stringify(styles ?? null), calm: !fills }} onOpen={open} />
            {selected !== null && picture.items.has(selected) ? (
              <Episode key={selected} serial={selected} {...{ bridge, picture, expand }} onOpen={open} />
            ) : (
              <EpisodeList picture={picture} onOpen={open} />
            )}
          </div>
        </>
      )}
    </main>
  )
}

function Bar({ bridge, picture, modes, mode }: { bridge: Bridge; picture: Picture; modes: string[]; mode: string }) {
  const other = mode === 'fullscreen' ? 'inline' : 'fullscreen'
  const label = other === 'fullscreen' ? text.larger : text.smaller
  return (
    <div class="a-bar">
      <span class="muted" role="status" data-testid="extent">
        {text.shown(picture.items.size, picture.total)} · {text.relationships(picture.links.size)}
      </span>
      {modes.includes(other) && (
        <button class="quiet" aria-label={label} title={label} onClick={() => void bridge.request('ui/request-display-mode', { mode: other }).catch(() => undefined)}>
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d={other === 'fullscreen' ? 'M8.5 1H13v4.5M5.5 13H1V8.5M13 1 8.5 5.5M1 13l4.5-4.5' : 'M13 5.5H8.5V1M1 8.5h4.5V13M8.5 5.5 13 1M5.5 8.5 1 13'} />
          </svg>
        </button>
      )}
    </div>
  )
}

interface GraphProps {
  picture: Picture
  selected: number | null
  fresh: ReadonlySet<number>
  theme: string
  calm: boolean
  onOpen: (serial: number) => void
}

function Graph({ picture, selected, fresh, theme, calm, onOpen }: GraphProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(() => columnsIn(innerWidth))
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setColumns(columnsIn(frame.current!.clientWidth)))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  const scene = useMemo(() => placed(buildModel(mapOf(picture)), columns), [picture, columns])
  // What was added last, and the episode that it was added to.
  const shown = useMemo(() => new Set(selected === null ? fresh : [selected, ...fresh]), [fresh])
  const types = TYPES.filter((type) => [...picture.links.values()].some((link) => link.type === type))
  return (
    <div ref={frame} class="a-graph">
      <div class={`m-stage a-stage${calm ? ' a-calm' : ''}${picture.items.size < 4 ? ' a-low' : ''}`}>
        <GraphView
          key={String(calm)}
          lit={null}
          {...{ scene, shown, selected, fresh, theme, calm }}
          describe={({ id, name, rank }) => memory.nodeText(id, name, memory.rewardText(picture.items.get(id)?.reward ?? 0), rank)}
          onOpen={({ id }) => onOpen(id)}
        />
      </div>
      <ul class="a-legend" aria-label={memory.types}>
        {types.map((type) => (
          <li key={type}>
            <LineSample type={type} />
            {memory.typeName(type)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Tells the host how high the document is, unless the host decides. */
function useHeight(root: { current: HTMLElement | null }, bridge: Bridge, decided: boolean): void {
  useEffect(() => {
    if (decided) return
    let last = 0
    const tell = () => {
      const height = Math.ceil(root.current!.getBoundingClientRect().height)
      if (height === last) return
      last = height
      bridge.notify('ui/notifications/size-changed', { height })
    }
    const observer = new ResizeObserver(tell)
    observer.observe(root.current!)
    return () => observer.disconnect()
  }, [bridge, decided])
}
