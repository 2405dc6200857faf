import { RenameButton } from '../components/renamebutton.tsx'
import { escapeInvisible } from '../escape.ts'
import { number } from '../locale.ts'
import { baseName } from '../plan.ts'
import { reasonText } from '../reasons.ts'
import { followLink, planUrl } from '../router.ts'
import {
  canConfirm,
  canName,
  canRename,
  confirmAll,
  planOf,
  proposeAll,
  renameAll,
  type LibraryFolder,
  type LibraryPlan,
  type MixedFolder,
  type ReasonCount,
} from './data.ts'
import { text } from './strings.ts'

interface Props {
  folder: LibraryFolder
  mayPropose: boolean
  mayConfirm: boolean
  busy: boolean
}

/** A media folder: its counts, why files are left out, and what to do next. */
export function FolderRow({ folder, mayPropose, mayConfirm, busy }: Props) {
  const { mediaFolderPath, certainCount, uncertainCount, leftOutCount, recognisedCount, sortCount, reasons, problem } = folder
  const name = baseName(mediaFolderPath)
  const plan = planOf(folder)
  const counts: [string, number][] = [
    [text.certain, certainCount],
    [text.uncertain, uncertainCount],
    [text.leftOut, leftOutCount],
    [text.recognised, recognisedCount],
  ]
  return (
    <li class="library-folder" data-testid="library-folder" data-folder={mediaFolderPath}>
      <div class="library-name" title={escapeInvisible(mediaFolderPath)}>
        <bdi>{name}</bdi>
        <span class="library-facts">
          {counts
            .filter(([, n]) => n > 0)
            .map(([label, n]) => (
              <span key={label}>
                {label} {number.format(n)}
              </span>
            ))}
          {plan !== undefined && <span data-testid="folder-plan">{`${text.rows(plan.fileCount)}, ${stateOf(folder)}`}</span>}
        </span>
      </div>
      <div class="library-buttons">
        {plan !== undefined && <PlanLink plan={plan} name={name} />}
        {mayConfirm && canConfirm(folder) && (
          <button
            class="secondary small"
            disabled={busy}
            aria-label={text.confirmOf(name, plan!.fileCount)}
            data-testid="confirm-one"
            onClick={() => void confirmAll([folder])}
          >
            {text.confirm}
          </button>
        )}
        {mayConfirm && canRename(folder) && (
          <button
            class="secondary small"
            disabled={busy}
            aria-label={text.renameOf(name, plan!.fileCount)}
            data-testid="rename-one"
            onClick={() => void renameAll([folder])}
          >
            {text.rename}
          </button>
        )}
        {mayPropose && canName(folder) && <RenameButton folder={mediaFolderPath} class="secondary small" disabled={busy} />}
        {mayPropose && plan === undefined && sortCount > 0 && (
          <RenameButton folder={mediaFolderPath} class="secondary small" byShow disabled={busy} />
        )}
        {mayPropose && plan === undefined && certainCount + uncertainCount + recognisedCount > 0 && (
          <button class="secondary small" disabled={busy} aria-label={text.proposeOf(name)} data-testid="propose-one" onClick={() => void proposeAll([folder])}>
            {text.propose}
          </button>
        )}
      </div>
      {problem !== undefined && <p class="error">{escapeInvisible(problem)}</p>}
      <Reasons reasons={reasons} label={text.whyOf(name)} />
    </li>
  )
}

function stateOf(folder: LibraryFolder): string {
  const { ready, allCertain } = planOf(folder)!
  if (!ready) return text.notReady
  if (!allCertain) return text.toReview
  return folder.plan === undefined ? text.allNames : text.allCertain
}

/** A folder whose own videos belong to no media folder, and what to do with them. */
export function MixedRow({ folder, mayPropose }: { folder: MixedFolder; mayPropose: boolean }) {
  const { folderPath, fileCount, sortCount, unsorted, renamePlan } = folder
  const name = baseName(folderPath)
  const left = fileCount - sortCount
  return (
    <li class="library-folder">
      <div class="library-name" title={escapeInvisible(folderPath)}>
        <bdi>{name}</bdi>
        <span class="library-facts">{text.loose(fileCount)}</span>
      </div>
      <div class="library-buttons">
        {renamePlan !== undefined && <PlanLink plan={renamePlan} name={name} />}
        {mayPropose && renamePlan === undefined && sortCount > 0 && <RenameButton folder={folderPath} class="secondary small" byShow />}
      </div>
      {left > 0 && (
        <details class="library-reasons" data-testid="unsorted">
          <summary>{text.unsorted(left)}</summary>
          <ul>
            {unsorted.map((video) => (
              <li key={video}>
                <bdi>{escapeInvisible(video)}</bdi>
              </li>
            ))}
            {unsorted.length < left && <li>{text.others(left - unsorted.length)}</li>}
          </ul>
        </details>
      )}
    </li>
  )
}

function PlanLink({ plan, name }: { plan: LibraryPlan; name: string }) {
  return (
    <a class="button secondary small" href={planUrl(plan.taskId)} aria-label={text.openOf(name)} data-testid="open-plan" onClick={followLink}>
      {text.open}
    </a>
  )
}

/** Why videos are uncertain or left out, folded. */
export function Reasons({ reasons, label }: { reasons: ReasonCount[]; label: string }) {
  if (reasons.length === 0) return null
  return (
    <details class="library-reasons" data-testid="reasons">
      <summary aria-label={label}>{text.why}</summary>
      <ul>
        {reasons.map(({ reason, uncertain = false, fileCount }) => (
          <li key={`${uncertain} ${reason}`}>
            {uncertain ? text.uncertain : text.leftOut} {text.reason(fileCount, reasonText(reason))}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Returns the reasons of all folders, the most frequent first. */
export function sumReasons(folders: LibraryFolder[]): ReasonCount[] {
  const sums = new Map<string, ReasonCount>()
  for (const one of folders.flatMap(({ reasons }) => reasons)) {
    const key = `${one.uncertain ?? false} ${one.reason}`
    const before = sums.get(key)?.fileCount ?? 0
    sums.set(key, { ...one, fileCount: before + one.fileCount })
  }
  return [...sums.values()].sort((a, b) => b.fileCount - a.fileCount)
}
