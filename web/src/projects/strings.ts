import { count, number } from '../strings.ts'

/** All texts of the projects pages. */

const hundredths = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

const madeBy: Record<string, string> = {
  addScene: 'Written',
  createSceneFromImage: 'Written from images',
  editScene: 'Edited',
  editSceneWithImage: 'Written again from images',
  fixBrokenScene: 'Repaired',
  changeDuration: 'Duration changed',
  create_project: 'Welcome scene',
}

export const text = {
  back: 'All projects',
  scenes: (n: number) => count(n, 'scene'),
  changed: (age: string) => `changed ${age}`,
  seconds: (n: number) => `${hundredths.format(n)} s`,
  frames: (n: number) => count(n, 'frame'),
  version: (n: number) => `version ${number.format(n)}`,
  total: (time: string) => `${time} in all`,

  // The list of projects
  listFailed: 'The projects cannot be loaded.',
  none: 'No project yet',
  noneHow: [
    'A project is a video: scenes one after the other, each a piece of React that a model writes.',
    'Ask an agent that is connected to Plotline to call addScene, or begin an empty project here.',
  ],
  newProject: 'New project',
  projectName: 'Name',
  projectHint: 'Launch film',
  create: 'Create project',
  creating: 'Creating…',
  notCreated: 'The project was not created.',

  // A project
  scenesOf: (project: string) => `Scenes of ${project}`,
  scenesFailed: 'The scenes cannot be loaded.',
  empty: 'No scene here',
  emptyHow: 'This project has no scene, or does not exist. An agent’s addScene begins it.',
  choose: 'Choose a scene to look at.',
  gone: 'This scene is not here any more. Somebody may have deleted it.',
  place: (n: number, of: number) => `Scene ${number.format(n)} of ${number.format(of)}`,
  grip: (name: string) => `Drag ${name} to another place`,
  placed: (name: string, n: number, of: number) => `${name} is now scene ${number.format(n)} of ${number.format(of)}.`,
  earlier: 'Move earlier',
  later: 'Move later',
  notMoved: 'The order is as it was.',

  // A scene
  sceneFailed: 'The scene cannot be loaded.',
  allScenes: 'All scenes',
  parts: 'Parts of the scene',
  preview: 'Preview',
  code: 'Code',
  changes: 'Changes',
  previewFailed: 'The preview cannot be loaded.',
  codeOf: (name: string) => `Code of ${name}`,
  lines: (n: number) => count(n, 'line'),
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied: the browser does not allow it here.',
  old: (n: number, of: number) => `This is version ${number.format(n)} of ${number.format(of)}. Changes are made to the newest.`,
  toNewest: 'To the newest',
  duration: 'Duration in seconds',
  setDuration: 'Set',
  settingDuration: 'Setting…',
  notSet: 'The duration is as it was.',
  deleteOpen: 'Delete…',
  lookOnly: 'Your token may look at projects, but not change them.',

  // Versions
  versions: 'Versions',
  versionName: (n: number) => `Version ${number.format(n)}`,
  newest: 'newest',
  madeBy: (tool: string) => madeBy[tool] ?? tool,
  fallback: 'Safe scene, in place of one that could not be mended',
  repaired: (n: number) => (n === 1 ? 'Compiled after a repair' : `Compiled after ${number.format(n)} repairs`),
  good: 'Good',
  notGood: 'Not good',
  judgement: (n: number) => `Your judgement of version ${number.format(n)}`,
  notJudged: 'The judgement was not saved.',

  // Differences
  sameCode: (n: number) => `The code is the same as in version ${number.format(n)}.`,
  firstVersion: 'This is the first version: there is nothing before it.',
  differs: (gone: number, added: number, n: number) =>
    `${count(added, 'line')} added and ${number.format(gone)} removed since version ${number.format(n)}`,
  changesOf: (name: string) => `Changes in ${name}`,
  unchanged: (n: number) => `${count(n, 'unchanged line')}`,
  removedLine: 'removed:',
  addedLine: 'added:',
  colouring: 'Loading…',

  // Requests to a model
  askEdit: 'Ask for a change',
  askEditHint: 'Make the title bigger and let it come in from the left',
  edit: 'Change the scene',
  addOpen: 'Add scene',
  askAdd: 'Add a scene',
  askAddHint: 'What the scene shows, and how it moves',
  add: 'Write the scene',
  close: 'Close',
  waiting: (seconds: number) => `A model is at work: ${seconds} s. That can take some minutes.`,
  cancel: 'Cancel',
  made: (name: string, isNew: boolean, said: string | undefined) =>
    `${isNew ? 'Added' : 'Changed'}: ${name}.` + (said === undefined || said === '' ? '' : ` ${said}`),
  notAdded: 'No scene was added.',
  notEdited: 'The scene is as it was.',
  notMended: 'The scene was not mended.',
  conflict: 'The project has been loaded again: look at what is there now, then try once more.',
  noAnswer: 'No answer came, so it is not known whether anything has changed.',

  remove: {
    title: (name: string) => `Delete ${name}?`,
    note: (n: number) => (n === 1 ? 'Its code is deleted too.' : `All ${number.format(n)} versions are deleted too.`),
    yes: 'Delete scene',
    deleting: 'Deleting…',
    no: 'Back',
    done: (name: string) => `Deleted: ${name}.`,
    failed: 'The scene was not deleted.',
  },

  shortcuts: [
    [['←', '→'], 'scene before and after, in the timeline'],
    [['Shift', '←'], 'move the scene earlier'],
    [['Shift', '→'], 'move the scene later'],
    [['j', 'k'], 'next and previous scene, wherever you are'],
    [['?'], 'this list'],
    [['Esc'], 'close a dialog, let go of what is dragged'],
  ] as [string[], string][],
}
