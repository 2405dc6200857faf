import { useRef } from 'preact/hooks'
import { Lazy } from '../components/lazy.tsx'
import { Store, useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { ChangesView } from './changesview.tsx'
import { CodeView } from './codeview.tsx'
import { useLoaded } from './loaded.ts'
import { readPreview, scenePath } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'
import { useAbove } from './useabove.ts'

const TABS = ['preview', 'code', 'changes'] as const
type TabName = (typeof TABS)[number]

/** The selected tab stays the same for the next scene. */
const selected = new Store<{ tab: TabName }>({ tab: 'preview' })

interface Props {
  projectId: string
  scene: Scene
  name: string
  /**
   * Asks a model to repair a scene that failed in the preview with this error text; null if not permitted.
   */
  onRepair: ((errorText: string) => void) | null
}

/** Shows one part of a version: its preview, its code or its changes. */
export function SceneTabs({ projectId, scene, name, onRepair }: Props) {
  const { tab } = useStore(selected)
  const tabs = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAbove(panel)
  const moveFocus = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    const next = TABS[(TABS.indexOf(tab) + direction + TABS.length) % TABS.length]!
    selected.set({ tab: next })
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={text.tabs} ref={tabs} onKeyDown={moveFocus}>
        {TABS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={name === tab}
            aria-controls="part"
            tabIndex={name === tab ? 0 : -1}
            data-testid={`tab-${name}`}
            onClick={() => selected.set({ tab: name })}
          >
            {text[name]}
          </button>
        ))}
      </div>
      <div id="part" ref={panel} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'preview' && <PreviewTab projectId={projectId} scene={scene} name={name} onRepair={onRepair} />}
        {tab === 'code' && <CodeView key={scene.sceneId} code={scene.tsxCode} name={name} />}
        {tab === 'changes' && <ChangesView projectId={projectId} scene={scene} name={name} />}
      </div>
    </>
  )
}

/** The player is loaded separately, because it includes a runtime for scenes. */
const loadPlayer = () => import('../preview/pane.tsx').then((part) => part.PreviewPane)

function PreviewTab({ projectId, scene, name, onRepair }: Props) {
  const { sceneId, version } = scene
  const load = () => readPreview(projectId, sceneId, version)
  const { value, error } = useLoaded(scenePath(projectId, sceneId, '/preview', version), load, null)
  // Show the previous version until the selected one is loaded.
  const lastShown = useRef(value)
  if (value !== null) lastShown.current = value
  const shown = value ?? (error === null ? lastShown.current : null)
  if (shown !== null) return <Lazy load={loadPlayer} props={{ preview: shown, name, onRepair }} />
  if (error === null) return <p class="hint">{common.loading}</p>
  return (
    <p class="hint error" role="alert" data-testid="preview-failure">
      {text.previewFailed} {error.message}
    </p>
  )
}
