import { useEffect, useMemo, useRef } from 'preact/hooks'
import { KeyList } from '../components/keylist.tsx'
import { useKeys, type KeyListState } from '../keys.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { Bar } from './bar.tsx'
import { close } from './closing.ts'
import { Empty } from './empty.tsx'
import { filters } from './headersearch.tsx'
import { Histogram } from './histogram.tsx'
import './graph.css'
import './bar.css'
import './list.css'
import './drawer.css'
import './edit.css'
import './empty.css'
import './page.css'
import './print.css'
import { counted, matching } from './model.ts'
import { LastCall } from './lastcall.tsx'
import { Panes } from './panes.tsx'
import { SkipLinks } from './skiplinks.tsx'
import { text } from './strings.ts'
import { useMemory } from './usememory.ts'
import { filterOf, type View } from './view.ts'

interface Props {
  view: View
  cause: 'decision' | 'navigation' | 'load'
  keys: KeyListState
}

/** Fewer episodes have no timeline: it would be a bar or two. */
const LEAST_TIMELINE = 5

export { HeaderSearch } from './headersearch.tsx'

/** The memory page: search, filters, list, graph and the open episode. */
export function MemoryBoard({ view, cause, keys }: Props) {
  const memory = useMemory(view)
  const { model, overview, error } = memory
  const { shown } = useStore(filters)
  const open = view.episode
  const filter = filterOf(view)
  const found = useMemo(() => (model === null ? [] : matching(model, view)), [model, filter])
  // A key may come before the effects of the last render, when handlers still have the view before.
  const latest = useRef(view)
  latest.current = view
  useKeys({ '?': () => keys.show(true), Escape: () => latest.current.episode !== null && close(latest.current) })
  const name = open === null ? '' : (model?.bySerial.get(open)?.name ?? `#${open}`)
  useEffect(() => {
    document.title = [name, common.memory, common.product].filter((part) => part !== '').join(' · ')
  }, [name])
  return (
    <>
      <main id="content" class={shown ? 'memory m-filtering' : 'memory'} tabIndex={-1}>
        {error !== null && (model === null || error.status !== 0) && (
          <div class="m-failure" role="alert" data-testid="memory-failure">
            <p>
              {text.failed} {error.message}
            </p>
            <button class="secondary" onClick={memory.reload}>
              {common.retry}
            </button>
          </div>
        )}
        {model === null && error === null && <p class="hint">{text.loading}</p>}
        {model !== null && memory.total === 0 && (
          <Empty>
            <LastCall call={memory.lastCall} view={view} />
          </Empty>
        )}
        {model !== null && memory.total > 0 && (
          <>
            <SkipLinks view={view} />
            <Bar
              view={view}
              overview={overview}
              sources={counted(model.episodes.map(({ source }) => source))}
            />
            {memory.total >= LEAST_TIMELINE && <Histogram overview={overview} view={view} found={filter === '' ? null : found} />}
            <Panes {...memory} model={model} found={found} view={view} cause={cause} onShowKeys={() => keys.show(true)} onChanged={memory.reload} />
          </>
        )}
      </main>
      {keys.shown && <KeyList keys={text.shortcuts} onClose={() => keys.show(false)} />}
    </>
  )
}
