import { textsOf } from '../languages/texts.ts'
import { count, hundredths, number } from '../locale.ts'
import type { Progress } from './progress.ts'

/** All texts of the projects pages. */

const RENAME = 'rename_scene'

const toolLabels: Record<string, string> = {
  addScene: 'Created',
  createSceneFromImage: 'Created from images',
  editScene: 'Edited',
  editSceneWithImage: 'Rewritten from images',
  fixBrokenScene: 'Repaired',
  changeDuration: 'Duration changed',
  create_project: 'Created without a model',
  restore_scene: 'Restored',
}

const english = {
  back: 'All projects',
  scenes: (n: number) => count(n, 'scene'),
  changed: (age: string) => `changed ${age}`,
  seconds: (n: number) => `${hundredths.format(n)} s`,
  frames: (n: number) => count(n, 'frame'),
  version: (n: number) => `version ${number.format(n)}`,
  total: (time: string) => `${time} total`,

  // The list of projects
  listFailed: 'Could not load the projects.',
  none: 'No projects yet',
  noneHint: [
    'A project is a video: a list of scenes that play one after the other. A model writes each scene as a React component.',
    'Ask an agent that is connected to Plotline to call addScene, or create a project here.',
  ],
  exampleHint: 'The example has five short scenes, and needs no model.',
  openExample: 'Open the example',
  openingExample: 'Creating…',
  exampleFailed: 'The example was not created.',
  newProject: 'New project',
  projectName: 'Name',
  projectHint: 'Launch film',
  create: 'Create project',
  creating: 'Creating…',
  notCreated: 'The project was not created.',

  // A project
  more: (name: string) => `More for ${name}`,
  renameProject: 'Name of the project',
  projectRenamed: (was: string, name: string) => `Renamed: ${was} is now ${name}.`,
  projectNotRenamed: 'The project was not renamed.',
  renamedSince: 'The project has been renamed or deleted since, so its name stays.',
  removeProject: {
    open: 'Delete',
    held: (name: string) => `${name} and its scenes will be deleted`,
    done: (name: string) => `Deleted: ${name}.`,
    failed: 'The project was not deleted.',
  },
  scenesOf: (project: string) => `Scenes of ${project}`,
  scenesFailed: 'Could not load the scenes.',
  empty: 'No scenes yet',
  emptyHint: 'This project has no scenes.',
  noProject: (project: string) => `Project not found: ${project}`,
  noProjectHint: 'Check the address. The project may also belong to another workspace.',
  createByScene: 'Or create it with its first scene:',
  selectScene: 'Select a scene.',
  notFound: 'Scene not found. Someone may have deleted it.',
  position: (n: number, of: number) => `Scene ${number.format(n)} of ${number.format(of)}`,
  dragHandle: (name: string) => `Drag to move ${name}`,
  dragEdge: (name: string) => `Drag to change the duration of ${name}`,
  moved: (name: string, n: number, of: number) => `${name} is now scene ${number.format(n)} of ${number.format(of)}.`,
  earlier: 'Move earlier',
  later: 'Move later',
  notMoved: 'The order was not changed.',

  // The whole project
  playAll: 'Play all',
  closeFilm: 'Close',
  film: (project: string) => `All scenes of ${project}`,
  filmAt: (n: number, of: number, name: string) => `${number.format(n)} of ${number.format(of)}: ${name}`,
  filmFailed: (name: string) => `Could not load the preview of ${name}.`,
  filmWaiting: 'Loading…',

  // A scene
  sceneFailed: 'Could not load the scene.',
  allScenes: 'All scenes',
  tabs: 'Views of the scene',
  preview: 'Preview',
  code: 'Code',
  changes: 'Changes',
  previewFailed: 'Could not load the preview.',
  codeOf: (name: string) => `Code of ${name}`,
  lines: (n: number) => count(n, 'line'),
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied: the browser does not allow it.',
  oldVersion: (n: number, of: number) => `This is version ${number.format(n)} of ${number.format(of)}. Only the newest version can be changed.`,
  showNewest: 'Show the newest',
  restore: 'Restore this version',
  restoring: 'Restoring…',
  restored: (from: number, to: number) => `Version ${number.format(from)} is restored as version ${number.format(to)}.`,
  notRestored: 'The version was not restored.',
  rename: 'Rename',
  name: 'Name of the scene',
  saveName: 'Save name',
  savingName: 'Saving…',
  cancelName: 'Cancel',
  notRenamed: 'The scene was not renamed.',
  duration: 'Duration in seconds',
  setDuration: 'Set',
  settingDuration: 'Setting…',
  notSet: 'The duration was not changed.',
  deleteOpen: 'Delete…',
  viewOnly: 'Your token can view projects, but not change them.',

  // Versions
  versions: 'Versions',
  versionName: (n: number) => `Version ${number.format(n)}`,
  newest: 'newest',
  toolLabel: (tool: string, name: string) => (tool === RENAME ? `Renamed to “${name}”` : (toolLabels[tool] ?? tool)),
  safeScene: 'Safe scene: the code of the model could not be repaired',
  repaired: (n: number) => (n === 1 ? 'Compiled after a repair' : `Compiled after ${number.format(n)} repairs`),
  good: 'Good',
  notGood: 'Not good',
  rating: (n: number) => `Your rating of version ${number.format(n)}`,
  notRated: 'The rating was not saved.',

  // Differences
  sameCode: (n: number) => `The code is the same as in version ${number.format(n)}.`,
  renamed: (from: string, to: string) => `Renamed from “${from}” to “${to}”.`,
  lengthened: (from: number, to: number) => `Duration changed from ${hundredths.format(from)} s to ${hundredths.format(to)} s.`,
  firstVersion: 'This is the first version. There is no earlier version to compare it with.',
  differs: (removed: number, added: number, n: number) =>
    `${count(added, 'line')} added and ${number.format(removed)} removed since version ${number.format(n)}`,
  changesOf: (name: string) => `Changes in ${name}`,
  unchanged: (n: number) => `${count(n, 'unchanged line')}`,
  removedLine: 'removed:',
  addedLine: 'added:',
  loading: 'Loading…',

  // Requests to a model
  editLabel: 'Describe the change',
  editHint: 'Make the title bigger and slide it in from the left',
  edit: 'Change scene',
  addOpen: 'Add scene',
  addLabel: 'Describe the new scene',
  addHint: 'What the scene shows and how it moves',
  add: 'Create scene',
  close: 'Close',
  step: (progress: Progress | null) => {
    const { step, attempt = 0, attempts } = progress ?? { step: 'asking', attempts: 0 }
    if (step === 'compiling') return 'Plotline compiles the scene.'
    if (step === 'repairing') return `The model repairs the code, attempt ${number.format(attempt)} of ${number.format(attempts)}.`
    return 'The model writes the scene.'
  },
  working: (seconds: number) => `${seconds} s. This can take a few minutes.`,
  noModel: 'No language model ·',
  howToConnect: 'How to connect',
  addNeedsModel: 'A language model writes new scenes, and this server has none',
  withoutModel:
    'A model writes new scenes and changes scenes in words. Everything else works without it: play, rename, reorder, set the duration, restore a version, delete.',
  cancel: 'Cancel',
  finished: (name: string, isNew: boolean, reply: string | undefined) =>
    `${isNew ? 'Added' : 'Changed'}: ${name}.` + (reply === undefined || reply === '' ? '' : ` ${reply}`),
  notAdded: 'No scene was added.',
  notEdited: 'The scene was not changed.',
  notRepaired: 'The scene was not repaired.',
  conflict: 'The page now shows the latest state of the project. Check it, then try again.',
  noAnswer: 'The server did not respond. Check whether your change was made before you try again.',

  remove: {
    title: (name: string) => `Delete ${name}?`,
    note: (n: number) =>
      (n === 1 ? 'This also deletes its code.' : `This also deletes its ${number.format(n)} versions.`) + ' It cannot be undone.',
    confirm: 'Delete scene',
    deleting: 'Deleting…',
    cancel: 'Cancel',
    done: (name: string) => `Deleted: ${name}.`,
    failed: 'The scene was not deleted.',
  },

  shortcuts: [
    [['←', '→'], 'Previous and next scene in the timeline'],
    [['Ctrl', 'Shift', '←'], 'Move the scene earlier'],
    [['Ctrl', 'Shift', '→'], 'Move the scene later'],
    [['j', 'k'], 'Next and previous scene'],
    [['Space'], 'Play or pause'],
    [['f'], 'Full screen'],
    [['←', '→'], 'Previous and next frame, outside the timeline; with Shift, ten frames'],
    [['?'], 'Show these shortcuts'],
    [['Esc'], 'Close a dialog or the film, or cancel a drag'],
  ] as [string[], string][],
}

export type ProjectsTexts = typeof english

export const text = textsOf('projects', english)
