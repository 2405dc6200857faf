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

const PARTS = ['preview', 'code', 'changes'] as const
type Part = (typeof PARTS)[number]

/** The chosen tab stays the same for the next scene. */
const chosen = new Store<{ part: Part }>({ part: 'preview' })

interface Props {
  projectId: string
  scene: Scene
  name: string
  /**
   * Asks a model to repair a scene that failed in the preview with this error text; null if not permitted.
   */
  onMend: ((words: string) => void) | null
}

/** Shows one part of a version: its preview, its code or its changes. */
export function SceneParts({ projectId, scene, name, onMend }: Props) {
  const { part } = useStore(chosen)
  const tabs = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (way === 0) return
    event.preventDefault()
    const next = PARTS[(PARTS.indexOf(part) + way + PARTS.length) % PARTS.length]!
    chosen.set({ part: next })
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={text.parts} ref={tabs} onKeyDown={step}>
        {PARTS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={name === part}
            aria-controls="part"
            tabIndex={name === part ? 0 : -1}
            data-testid={`tab-${name}`}
            onClick={() => chosen.set({ part: name })}
          >
            {text[name]}
          </button>
        ))}
      </div>
      <div id="part" role="tabpanel" aria-labelledby={`tab-${part}`}>
        {part === 'preview' && <PreviewPart projectId={projectId} scene={scene} name={name} onMend={onMend} />}
        {part === 'code' && <CodeView key={scene.sceneId} code={scene.tsxCode} name={name} />}
        {part === 'changes' && <ChangesView projectId={projectId} scene={scene} name={name} />}
      </div>
    </>
  )
}

/** The player is loaded separately, because it includes a runtime for scenes. */
const player = () => import('../preview/pane.tsx').then((part) => part.PreviewPane)

function PreviewPart({ projectId, scene, name, onMend }: Props) {
  const { sceneId, version } = scene
  const load = () => readPreview(projectId, sceneId, version)
  const { value, refusal } = useLoaded(scenePath(projectId, sceneId, '/preview', version), load, null)
  // Show the previous version until the chosen one is loaded.
  const before = useRef(value)
  if (value !== null) before.current = value
  const shown = value ?? (refusal === null ? before.current : null)
  if (shown !== null) return <Lazy load={player} props={{ preview: shown, name, onMend }} />
  if (refusal === null) return <p class="hint">{common.loading}</p>
  return (
    <p class="hint bad" role="alert" data-testid="preview-failure">
      {text.previewFailed} {refusal.message}
    </p>
  )
}
