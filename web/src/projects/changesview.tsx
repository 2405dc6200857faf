import { useEffect, useMemo, useState } from 'preact/hooks'
import type { changesBetween, Line } from './changes.ts'
import { draw } from './codeview.tsx'
import type { Token } from './colours.ts'
import { useLoaded } from './loaded.ts'
import { readScene, scenePath } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'
import { useColours } from './usecolours.ts'

interface Props {
  projectId: string
  scene: Scene
  name: string
}

/** Shows the changes of a version since the previous one. */
export function ChangesView({ projectId, scene, name }: Props) {
  const at = scene.versions.findIndex(({ version }) => version === scene.version)
  const former = scene.versions[at - 1]?.version ?? null
  const { value, refusal } = useLoaded(
    former === null ? null : scenePath(projectId, scene.sceneId, '', former),
    () => readScene(projectId, scene.sceneId, former),
    null,
  )
  if (former === null) return <p class="hint">{text.firstVersion}</p>
  if (value !== null) return <Differences former={value.tsxCode} later={scene.tsxCode} before={former} name={name} />
  return refusal === null ? (
    <p class="hint">{text.colouring}</p>
  ) : (
    <p class="hint bad" role="alert">
      {text.sceneFailed} {refusal.message}
    </p>
  )
}

interface DifferencesProps {
  former: string
  later: string
  before: number
  name: string
}

function Differences({ former, later, before, name }: DifferencesProps) {
  const compare = useCompare()
  const changes = useMemo(() => compare?.(former, later) ?? null, [compare, former, later])
  const [from, to] = [useColours(former), useColours(later)]
  if (changes === null) return <p class="hint">{text.colouring}</p>
  if (changes.gone + changes.added === 0) return <p class="hint">{text.sameCode(before)}</p>
  const digits = String(Math.max(from.length, to.length)).length
  return (
    <section class="code-part">
      <div class="code-tools">
        <span class="muted">{text.differs(changes.gone, changes.added, before)}</span>
      </div>
      <div class="code" tabIndex={0} role="region" aria-label={text.changesOf(name)} data-testid="changes">
        <pre style={{ '--digits': digits }}>
          <code>
            {changes.lines.map((line, index) => (
              <ChangedLine key={index} line={line} from={from} to={to} />
            ))}
          </code>
        </pre>
      </div>
    </section>
  )
}

function ChangedLine({ line, from, to }: { line: Line; from: Token[][]; to: Token[][] }) {
  if (line.kind === 'fold') return <span class="code-fold">{text.unchanged(line.count)}</span>
  if (line.kind === 'same') {
    return (
      <span class="code-line" data-line={line.to + 1}>
        {draw(to[line.to] ?? [])}
        {'\n'}
      </span>
    )
  }
  const gone = line.kind === 'gone'
  return (
    <span class={gone ? 'code-line code-gone' : 'code-line code-new'} data-line={(gone ? line.from : line.to) + 1}>
      <span class="unseen">{gone ? text.removedLine : text.addedLine} </span>
      {draw((gone ? from[line.from] : to[line.to]) ?? [])}
      {'\n'}
    </span>
  )
}

let loaded: typeof changesBetween | null = null

function useCompare(): typeof changesBetween | null {
  const [compare, setCompare] = useState(() => loaded)
  useEffect(() => {
    if (compare === null) import('./changes.ts').then((part) => setCompare(() => (loaded = part.changesBetween)), () => {})
  }, [compare])
  return compare
}
