import { applyPlan, call, proposePlan, proposeRename, readPlan, type ApiError } from '../api.ts'
import { holdRefresh } from '../inbox.ts'
import { withoutFolder } from '../plan.ts'
import { Store } from '../store.ts'
import { text } from './strings.ts'

/** The media folders of the workspace, and work on many of them. */

/** Why videos are uncertain or left out, and how many. */
export interface ReasonCount {
  reason: string
  uncertain?: boolean
  fileCount: number
}

/** A media folder. Each of its videos counts once: as recognised, certain, uncertain or left out. */
export interface LibraryFolder {
  mediaFolderPath: string
  showName?: string
  fileCount: number
  recognisedCount: number
  certainCount: number
  uncertainCount: number
  leftOutCount: number
  reasons: ReasonCount[]
  /** The newest recognition that waits for a decision. */
  plan?: LibraryPlan
  /** Why it could not be read. */
  problem?: string
}

export interface LibraryPlan {
  taskId: string
  /** How many rows it has. */
  fileCount: number
  ready: boolean
  /** Whether its rows are only what names give for certain. */
  allCertain: boolean
}

/** A folder with videos beside media folders. */
interface MixedFolder {
  folderPath: string
  fileCount: number
}

interface Library {
  folders: LibraryFolder[]
  mixed: MixedFolder[]
  /** How many there are; 0 before the first response. */
  total: number
  warnings: string[]
  loading: boolean
  failure: string
}

export const library = new Store<Library>({ folders: [], mixed: [], total: 0, warnings: [], loading: false, failure: '' })

/** The first part is small, so that something is shown soon. Each part looks for all folders again. */
const FIRST_FOLDERS = 50
const MORE_FOLDERS = 1000

let latest = 0

/** Loads the list, part by part. */
export async function loadLibrary(): Promise<void> {
  const request = ++latest
  library.set({ loading: true, failure: '' })
  const folders = new Map<string, LibraryFolder>()
  try {
    for (let offset = 0, total = 1; offset < total; ) {
      const limit = offset === 0 ? FIRST_FOLDERS : MORE_FOLDERS
      const { body } = await call<{ mediaFolders: LibraryFolder[]; mixedFolders: MixedFolder[]; totalCount: number; warnings: string[] }>(
        'GET',
        `/api/v1/plans/library?limit=${limit}&offset=${offset}`,
      )
      if (request !== latest) return
      for (const folder of body.mediaFolders) folders.set(folder.mediaFolderPath, folder)
      offset += limit
      total = body.totalCount
      library.set({ folders: [...folders.values()], mixed: body.mixedFolders, total, warnings: body.warnings })
    }
    library.set({ loading: false })
  } catch (error) {
    if (request === latest) library.set({ loading: false, failure: (error as ApiError).message })
  }
}

/** Loads the list again if somebody looks at it. */
export async function reloadLibrary(): Promise<void> {
  if (library.value.total > 0) await loadLibrary()
}

/** Forgets the list when nobody looks at it any more. */
export function forgetLibrary(): void {
  latest++
  library.set({ folders: [], mixed: [], total: 0, warnings: [], loading: false, failure: '' })
}

/** Reports whether a plan can be made that a person may want: there are new certain files, and no plan waits. */
export function canPropose({ certainCount, plan }: LibraryFolder): boolean {
  return certainCount > 0 && plan === undefined
}

/** Reports whether a plan can be confirmed without a look at it. */
export function canConfirm({ plan }: LibraryFolder): boolean {
  return plan !== undefined && plan.ready && plan.allCertain
}

/** Reports whether files of a folder can be named: some are recognised, and no plan may change that. */
export function canName({ recognisedCount, plan }: LibraryFolder): boolean {
  return recognisedCount > 0 && plan === undefined
}

/** Work on many folders, one after the other. */
export interface Batch {
  kind: 'propose' | 'confirm' | 'name' | 'rename'
  total: number
  /** How many folders are done, with or without success. */
  done: number
  /** How many succeeded, and how many rows their plans have. */
  plans: number
  rows: number
  failures: { folder: string; text: string }[]
  running: boolean
  /** Whether the person or the server stopped it before the end. */
  stopped: boolean
  /** The plans that it made, to name files. */
  named: Named[]
}

/** A plan that names the files of a folder. */
export interface Named {
  taskId: string
  mediaFolderPath: string
  fileCount: number
}

export const batch = new Store<{ now: Batch | null }>({ now: null })

/** Makes a plan for each folder. */
export const proposeAll = (folders: LibraryFolder[]): Promise<void> =>
  runBatch('propose', folders, async ({ mediaFolderPath }) => {
    const { fileCount } = await proposePlan(mediaFolderPath)
    return { rows: fileCount }
  })

/** Applies and completes the plan of each folder, if it is still as the list says. */
export const confirmAll = (folders: LibraryFolder[]): Promise<void> =>
  runBatch('confirm', folders, async ({ plan }) => {
    const detail = await readPlan(plan!.taskId)
    const { files } = detail.plan
    const isSame = files.length === plan!.fileCount && detail.edited.length + detail.problems.length + detail.uncertain.length === 0
    if (!isSame) throw new Error(text.notCertainNow)
    await applyPlan(plan!.taskId, detail.etag, [], true, true)
    return { rows: files.length }
  })

/** Makes a plan that names the recognised files of each folder. A folder whose files have their names gets none. */
export const nameAll = (folders: LibraryFolder[]): Promise<void> =>
  runBatch('name', folders, async ({ mediaFolderPath }) => {
    try {
      const { taskId, fileCount } = await proposeRename(mediaFolderPath)
      return { rows: fileCount, named: { taskId, mediaFolderPath, fileCount } }
    } catch (error) {
      if ((error as ApiError).code === 'conflict') return null
      throw error
    }
  })

/** Applies and completes plans that name files, if they are as they were made. */
export const renameAll = (plans: Named[]): Promise<void> =>
  runBatch('rename', plans, async ({ taskId, fileCount }) => {
    const { plan, etag, edited, problems, warnings } = await readPlan(taskId)
    if (plan.files.length !== fileCount || edited.length + problems.length + warnings.length > 0) throw new Error(text.notCertainNow)
    await applyPlan(taskId, etag, [], true, true)
    return { rows: fileCount }
  })

/** Runs work for each folder. It goes on after a failure, unless all others would fail, too. */
async function runBatch<F extends { mediaFolderPath: string }>(
  kind: Batch['kind'],
  folders: F[],
  work: (folder: F) => Promise<{ rows: number; named?: Named } | null>,
): Promise<void> {
  if (batch.value.now?.running === true) return
  batch.set({ now: { kind, total: folders.length, done: 0, plans: 0, rows: 0, failures: [], running: true, stopped: false, named: [] } })
  await holdRefresh(async () => {
    for (const folder of folders) {
      if (batch.value.now?.stopped === true) break
      try {
        const made = await work(folder)
        change((now) => ({
          done: now.done + 1,
          plans: now.plans + (made === null ? 0 : 1),
          rows: now.rows + (made?.rows ?? 0),
          named: made?.named === undefined ? now.named : [...now.named, made.named],
        }))
      } catch (error) {
        const { message, status } = error as ApiError
        const failure = { folder: folder.mediaFolderPath, text: withoutFolder(message, folder.mediaFolderPath) }
        const isHopeless = [0, 401, 403, 413].includes(status) // unreachable, no rights, too many plans
        change((now) => ({ done: now.done + 1, failures: [...now.failures, failure], stopped: now.stopped || isHopeless }))
      }
    }
  })
  change(() => ({ running: false }))
  await loadLibrary()
}

/** Ends the work after the folder that it is at. */
export function stopBatch(): void {
  change(() => ({ stopped: true }))
}

function change(by: (now: Batch) => Partial<Batch>): void {
  batch.update(({ now }) => ({ now: now === null ? null : { ...now, ...by(now) } }))
}
