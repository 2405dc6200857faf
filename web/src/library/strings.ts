import { textsOf } from '../languages/texts.ts'
import { count, number } from '../locale.ts'

/** All texts of the list of all media folders. */

const english = {
  title: 'Media library',
  note: 'All media folders, with what the names of their files say. Plotline saves nothing before you confirm a plan.',
  loading: (n: number, of: number): string => (of === 0 ? 'Looking for media folders…' : `Read ${number.format(n)} of ${count(of, 'folder')}…`),
  failed: 'Could not list the media folders.',
  again: 'Look again',
  none: 'No media folders',
  noneHint: 'Start the server with a folder that holds your shows:',
  folders: (n: number) => count(n, 'folder'),
  total: (folders: number, files: number) => `${count(folders, 'folder')} with ${count(files, 'video')}`,
  certain: 'Certain',
  uncertain: 'Uncertain',
  leftOut: 'Left out',
  recognised: 'Recognised',
  why: 'Why files are uncertain or left out',
  whyOf: (name: string) => `Why files are uncertain or left out: ${name}`,
  reason: (n: number, reason: string) => `${number.format(n)}: ${reason}`,
  folder: 'Folder',
  mixed: 'Videos beside the folders of shows',
  loose: (n: number) => `${count(n, 'video')} beside the folders of shows`,
  show: 'Show',
  part: {
    open: (n: number) => `New files ${number.format(n)}`,
    plans: (n: number) => `Plans ${number.format(n)}`,
    rest: (n: number) => `Others ${number.format(n)}`,
  },
  nothingHere: 'No folder matches.',
  propose: 'Make a plan',
  proposeOf: (name: string) => `Make a plan for ${name}`,
  proposeAll: (n: number): string => (n === 1 ? 'Make a plan for 1 folder with certain files' : `Make plans for ${number.format(n)} folders with certain files`),
  open: 'Look at the plan',
  openOf: (name: string) => `Look at the plan for ${name}`,
  confirm: 'Save',
  confirmOf: (name: string, n: number) => `Save ${count(n, 'TV episode')} of ${name}`,
  confirmAll: (n: number, files: number): string =>
    `Save ${count(files, 'TV episode')} of ${n === 1 ? '1 plan whose files are all certain' : `${number.format(n)} plans whose files are all certain`}`,
  rows: (n: number) => count(n, 'row'),
  allCertain: 'all certain',
  toReview: 'to be looked at',
  notReady: 'not finished',
  proposing: (n: number, of: number) => `Making plans: ${number.format(n)} of ${number.format(of)}`,
  confirming: (n: number, of: number) => `Saving: ${number.format(n)} of ${count(of, 'plan')}`,
  nameAll: (n: number) => `Make plans that name the files of ${count(n, 'folder')}`,
  named: (n: number): string => (n === 0 ? 'All recognised files have the names of their episodes.' : `Made ${count(n, 'plan')} to rename; the pending plans show the new names.`),
  renameAll: (n: number, files: number) => `Rename ${count(files, 'file')} of ${count(n, 'plan')}`,
  renaming: (n: number, of: number) => `Renaming: ${number.format(n)} of ${count(of, 'plan')}`,
  renamed: (n: number, files: number) => `Renamed ${count(files, 'file')} of ${count(n, 'plan')}`,
  stop: 'Stop',
  proposed: (n: number) => `Made ${count(n, 'plan')}`,
  confirmed: (n: number, files: number) => `Saved ${count(files, 'TV episode')} of ${count(n, 'plan')}`,
  stopped: 'Stopped before the others.',
  failures: (n: number) => `${count(n, 'folder')} failed:`,
  notCertainNow: 'The plan has changed or has a problem. Look at it first.',
  showAll: (n: number) => `Show all ${number.format(n)}`,
  mayNotPropose: 'Your token cannot make plans.',
}

export type LibraryTexts = typeof english

export const text = textsOf('library', english)
