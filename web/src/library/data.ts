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
  /** How many recognised files do not have the names of their episodes. */
  renameCount: number
  /** How many videos a rename by show would move; 0 for the folder of one show. */
  sortCount: number
  /** The newest recognition that waits for a decision. */
  plan?: LibraryPlan
  /** The newest rename that waits for a decision. */
  renamePlan?: LibraryPlan
  /** Why it could not be read. */
  problem?: string
}

export interface LibraryPlan {
  taskId: string
  /** How many rows it has. */
  fileCount: number
  ready: boolean
  /** Whether its rows are only what names give for certain, or the names of episodes. */
  allCertain: boolean
}

/** A folder with videos beside media folders. */
export interface MixedFolder {
  folderPath: string
  fileCount: number
  /** How many of these a rename by show would move. */
  sortCount: number
  /** The names of some that it would leave. */
  unsorted: string[]
  renamePlan?: LibraryPlan
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

/** Returns the plan of a folder that a person decides next. */
export function planOf({ plan, renamePlan }: LibraryFolder): LibraryPlan | undefined {
  return plan ?? renamePlan
}

/** Reports whether a plan can be made that a person may want: there are new certain files, and no plan waits. */
export function canPropose({ certainCount, plan }: LibraryFolder): boolean {
  return certainCount > 0 && plan === undefined
}

/** Reports whether a recognition can be confirmed without a look at it. */
export function canConfirm({ plan }: LibraryFolder): boolean {
  return plan !== undefined && plan.ready && plan.allCertain
}

/** Reports whether files of a folder can be named, and no plan may change that. */
export function canName(folder: LibraryFolder): boolean {
  return folder.renameCount > 0 && planOf(folder) === undefined
}

/** Reports whether a rename can be applied without a look at it. */
export function canRename({ plan, renamePlan }: LibraryFolder): boolean {
  return plan === undefined && renamePlan !== undefined && renamePlan.ready && renamePlan.allCertain
}

/** Reports whether videos beside media folders can be sorted, or a plan for that waits. */
export function canSort({ sortCount, renamePlan }: MixedFolder): boolean {
  return sortCount > 0 || renamePlan !== undefined
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
}

export const batch = new Store<{ now: Batch | null }>({ now: null })

/** Makes a plan for each folder. */
export const proposeAll = (folders: LibraryFolder[]): Promise<void> =>
  runBatch('propose', folders, async ({ mediaFolderPath }) => (await proposePlan(mediaFolderPath)).fileCount)

/** Applies and completes the recognition of each folder, if it is still as the list says. */
export const confirmAll = (folders: LibraryFolder[]): Promise<void> => runBatch('confirm', folders, ({ plan }) => confirm(plan!))

/** Makes a plan that names the recognised files of each folder. */
export const nameAll = (folders: LibraryFolder[]): Promise<void> =>
  runBatch('name', folders, async ({ mediaFolderPath }) => (await proposeRename(mediaFolderPath)).fileCount)

/** Applies and completes the rename of each folder, if it is still as the list says. */
export const renameAll = (folders: LibraryFolder[]): Promise<void> => runBatch('rename', folders, ({ renamePlan }) => confirm(renamePlan!))

/** Applies and completes a plan that needs no look at it, and returns how many rows it has. */
async function confirm({ taskId, fileCount }: LibraryPlan): Promise<number> {
  const { plan, etag, edited, problems, warnings, uncertain } = await readPlan(taskId)
  const doubts = edited.length + problems.length + uncertain.length + (plan.task === 'rename-files' ? warnings.length : 0)
  if (plan.files.length !== fileCount || doubts > 0) throw new Error(text.notCertainNow)
  await applyPlan(taskId, etag, [], true, true)
  return fileCount
}

/** Runs work for each folder. It goes on after a failure, unless all others would fail, too. */
async function runBatch(kind: Batch['kind'], folders: LibraryFolder[], work: (folder: LibraryFolder) => Promise<number>): Promise<void> {
  if (batch.value.now?.running === true) return
  batch.set({ now: { kind, total: folders.length, done: 0, plans: 0, rows: 0, failures: [], running: true, stopped: false } })
  await holdRefresh(async () => {
    for (const folder of folders) {
      if (batch.value.now?.stopped === true) break
      try {
        const rows = await work(folder)
        change((now) => ({ done: now.done + 1, plans: now.plans + 1, rows: now.rows + rows }))
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
