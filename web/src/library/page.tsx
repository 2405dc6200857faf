import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useStore } from '../store.ts'
import { about, commandOf } from '../about.ts'
import { escapeInvisible } from '../escape.ts'
import { number } from '../locale.ts'
import { followLink, planUrl } from '../router.ts'
import { session } from '../session.ts'
import { NameFilter } from '../components/namefilter.tsx'
import { text as common } from '../strings.ts'
import { BatchState } from './batch.tsx'
import {
  batch,
  canConfirm,
  canName,
  canPropose,
  canRename,
  canSort,
  confirmAll,
  forgetLibrary,
  library,
  loadLibrary,
  nameAll,
  planOf,
  proposeAll,
  renameAll,
  type LibraryFolder,
  type MixedFolder,
} from './data.ts'
import { FolderRow, MixedRow, Reasons, sumReasons } from './folder.tsx'
import { text } from './strings.ts'
import './library.css'

/** Longer lists are drawn in full on demand. */
const FIRST_FOLDERS = 200

const PARTS = ['open', 'plans', 'rest'] as const
type Part = (typeof PARTS)[number]

/** Returns what there is to do in a folder. */
function partOf(folder: LibraryFolder): Part {
  const { certainCount, uncertainCount, problem } = folder
  if (planOf(folder) !== undefined) return 'plans'
  return certainCount + uncertainCount > 0 || problem !== undefined ? 'open' : 'rest'
}

/** All media folders, with what their files are, and work on many of them. */
export function LibraryPage({ takeFocus }: { takeFocus: boolean }) {
  const { folders, mixed, total, warnings, loading, failure } = useStore(library)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void loadLibrary()
    if (takeFocus) heading.current?.focus({ preventScroll: true })
    return forgetLibrary
  }, [])
  const files = folders.reduce((sum, { fileCount }) => sum + fileCount, 0)
  return (
    <article class="library" aria-busy={loading} data-testid="library">
      <header class="head">
        <a class="back" href={planUrl(null)} onClick={followLink}>
          ‹ {common.back}
        </a>
        <h2 ref={heading} tabIndex={-1}>
          {text.title}
        </h2>
        <p class="muted">{text.note}</p>
        <p class="facts" role="status" data-testid="library-state">
          {loading ? text.loading(folders.length, total) : failure === '' && text.total(total, files)}
          {!loading && (
            <button class="quiet small" data-testid="look-again" onClick={() => void loadLibrary()}>
              {text.again}
            </button>
          )}
        </p>
        {failure !== '' && (
          <p class="plan-problem error" role="alert" data-testid="library-failure">
            {text.failed} {failure}
          </p>
        )}
        {warnings.map((line) => (
          <p key={line} class="writing" data-testid="library-warning">
            {escapeInvisible(line)}
          </p>
        ))}
      </header>
      <Mixed folders={mixed.filter(canSort)} testId="library-mixed" />
      {folders.length > 0 ? <Content folders={folders} loading={loading} /> : !loading && failure === '' && <Empty />}
      <Mixed folders={mixed.filter((folder) => !canSort(folder))} testId="library-stays" />
    </article>
  )
}

/** Folders whose videos belong to no media folder, and what to do with them. */
function Mixed({ folders, testId }: { folders: MixedFolder[]; testId: string }) {
  const { canChange } = useStore(session)
  if (folders.length === 0) return null
  return (
    <ul class="library-list" aria-label={text.mixed} data-testid={testId}>
      {folders.map((folder) => (
        <MixedRow key={folder.folderPath} folder={folder} mayPropose={canChange} />
      ))}
    </ul>
  )
}

function Empty() {
  const { known } = useStore(about)
  return (
    <section class="empty" data-testid="library-empty">
      <h3>{text.none}</h3>
      <p>{text.noneHint}</p>
      <p>
        <code>{commandOf(known)} serve --media-root DIR</code>
      </p>
    </section>
  )
}

function Content({ folders, loading }: { folders: LibraryFolder[]; loading: boolean }) {
  const { canDecide, canChange } = useStore(session)
  const running = useStore(batch).now?.running === true
  const [chosen, setChosen] = useState<Part | null>(null)
  const [filter, setFilter] = useState('')
  const [all, setAll] = useState(false)
  const parts = useMemo(() => new Map(PARTS.map((part) => [part, folders.filter((folder) => partOf(folder) === part)])), [folders])
  const isShown = (one: Part) => parts.get(one)!.length > 0
  const part = chosen !== null && isShown(chosen) ? chosen : PARTS.find(isShown)!
  const query = filter.trim().toLowerCase()
  const found = parts.get(part)!.filter(({ mediaFolderPath, showName = '' }) => `${mediaFolderPath}\n${showName}`.toLowerCase().includes(query))
  const shown = all ? found : found.slice(0, FIRST_FOLDERS)
  const proposable = folders.filter(canPropose)
  const confirmable = folders.filter(canConfirm)
  const nameable = folders.filter(canName)
  const renameable = folders.filter(canRename)
  const rows = (some: LibraryFolder[]) => some.reduce((sum, folder) => sum + planOf(folder)!.fileCount, 0)
  const busy = running || loading
  return (
    <>
      <Totals folders={folders} />
      <div class="library-actions">
        {canChange && proposable.length > 0 && (
          <button class="primary" disabled={busy} data-testid="propose-all" onClick={() => void proposeAll(proposable)}>
            {text.proposeAll(proposable.length)}
          </button>
        )}
        {canChange && nameable.length > 0 && (
          <button class="secondary" disabled={busy} data-testid="name-all" onClick={() => void nameAll(nameable)}>
            {text.nameAll(nameable.length)}
          </button>
        )}
        {!canChange && proposable.length > 0 && <p class="muted">{text.mayNotPropose}</p>}
        {canDecide && confirmable.length > 0 && (
          <button class="primary" disabled={busy} data-testid="confirm-all" onClick={() => void confirmAll(confirmable)}>
            {text.confirmAll(confirmable.length, rows(confirmable))}
          </button>
        )}
        {canDecide && renameable.length > 0 && (
          <button class="primary" disabled={busy} data-testid="rename-all" onClick={() => void renameAll(renameable)}>
            {text.renameAll(renameable.length, rows(renameable))}
          </button>
        )}
      </div>
      <BatchState />
      <div class="tools library-tools">
        <div class="parts" role="group" aria-label={text.show}>
          {PARTS.map((one) => (
            <button
              key={one}
              class="part"
              aria-pressed={one === part}
              disabled={parts.get(one)!.length === 0}
              data-testid={`library-${one}`}
              onClick={() => setChosen(one)}
            >
              {text.part[one](parts.get(one)!.length)}
            </button>
          ))}
        </div>
        <NameFilter value={filter} onChange={setFilter} testId="library-filter" />
      </div>
      <ul class="library-list" aria-label={text.title} data-testid="library-list">
        {shown.map((folder) => (
          <FolderRow key={folder.mediaFolderPath} folder={folder} mayPropose={canChange} mayConfirm={canDecide} busy={busy} />
        ))}
      </ul>
      {found.length === 0 && <p class="hint">{text.nothingHere}</p>}
      {shown.length < found.length && (
        <button class="secondary small library-more" onClick={() => setAll(true)}>
          {text.showAll(found.length)}
        </button>
      )}
    </>
  )
}

/** The counts of all folders, and why files are uncertain or left out. */
function Totals({ folders }: { folders: LibraryFolder[] }) {
  const sum = (of: (folder: LibraryFolder) => number) => folders.reduce((n, folder) => n + of(folder), 0)
  const counts: [string, string, number][] = [
    ['certain', text.certain, sum(({ certainCount }) => certainCount)],
    ['uncertain', text.uncertain, sum(({ uncertainCount }) => uncertainCount)],
    ['left-out', text.leftOut, sum(({ leftOutCount }) => leftOutCount)],
    ['recognised', text.recognised, sum(({ recognisedCount }) => recognisedCount)],
  ]
  const reasons = useMemo(() => sumReasons(folders), [folders])
  return (
    <div class="library-totals">
      <dl class="library-counts">
        {counts.map(([name, label, n]) => (
          <div key={name} data-testid={`total-${name}`}>
            <dt>{label}</dt>
            <dd>{number.format(n)}</dd>
          </div>
        ))}
      </dl>
      <Reasons reasons={reasons} label={text.why} />
    </div>
  )
}
