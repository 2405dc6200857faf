import { useEffect, useMemo, useState } from 'preact/hooks'
import type { changesBetween, Line } from './changes.ts'
import { renderTokens } from './codeview.tsx'
import type { Token } from './highlight.ts'
import { useLoaded } from './loaded.ts'
import { readScene, scenePath } from './routes.ts'
import { secondsOf, type Scene, type Version } from './scene.ts'
import { text } from './strings.ts'
import { useHighlighting } from './usehighlighting.ts'

interface Props {
  projectId: string
  scene: Scene
  name: string
}

/** Shows the changes of a version since the previous one. */
export function ChangesView({ projectId, scene, name }: Props) {
  const at = scene.versions.findIndex(({ version }) => version === scene.version)
  const former = scene.versions[at - 1]?.version ?? null
  const { value, error } = useLoaded(
    former === null ? null : scenePath(projectId, scene.sceneId, '', former),
    () => readScene(projectId, scene.sceneId, former),
    null,
  )
  if (former === null) return <p class="hint">{text.firstVersion}</p>
  if (value !== null) {
    return (
      <>
        <Facts former={scene.versions[at - 1]!} later={scene.versions[at]!} />
        <Differences former={value.tsxCode} later={scene.tsxCode} before={former} name={name} />
      </>
    )
  }
  return error === null ? (
    <p class="hint">{text.loading}</p>
  ) : (
    <p class="hint error" role="alert">
      {text.sceneFailed} {error.message}
    </p>
  )
}

/** The changes of a version that are not in its code. */
function Facts({ former, later }: { former: Version; later: Version }) {
  const facts = [
    former.sceneName !== later.sceneName && text.renamed(former.sceneName, later.sceneName),
    former.duration !== later.duration && text.lengthened(secondsOf(former.duration), secondsOf(later.duration)),
  ].filter((fact) => fact !== false)
  return (
    <ul class="changed-facts" data-testid="changed-facts">
      {facts.map((fact) => (
        <li key={fact}>
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
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
  const [from, to] = [useHighlighting(former), useHighlighting(later)]
  if (changes === null) return <p class="hint">{text.loading}</p>
  if (changes.removed + changes.added === 0) return <p class="hint">{text.sameCode(before)}</p>
  const digits = String(Math.max(from.length, to.length)).length
  return (
    <section class="code-part">
      <div class="code-tools">
        <span class="muted">{text.differs(changes.removed, changes.added, before)}</span>
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
        {renderTokens(to[line.to] ?? [])}
        {'\n'}
      </span>
    )
  }
  const removed = line.kind === 'removed'
  return (
    <span class={removed ? 'code-line code-removed' : 'code-line code-added'} data-line={(removed ? line.from : line.to) + 1}>
      <span class="visually-hidden">{removed ? text.removedLine : text.addedLine} </span>
      {renderTokens((removed ? from[line.from] : to[line.to]) ?? [])}
      {'\n'}
    </span>
  )
}

let loadedCompare: typeof changesBetween | null = null

function useCompare(): typeof changesBetween | null {
  const [compare, setCompare] = useState(() => loadedCompare)
  useEffect(() => {
    if (compare === null) import('./changes.ts').then((part) => setCompare(() => (loadedCompare = part.changesBetween)), () => {})
  }, [compare])
  return compare
}
