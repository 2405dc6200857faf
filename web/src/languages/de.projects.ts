import { count, hundredths, number } from '../locale.ts'
import type { ProjectsTexts } from '../projects/strings.ts'

/** The texts of the projects pages in German. */

const RENAME = 'rename_scene'

const toolLabels: Record<string, string> = {
  addScene: 'Erstellt',
  createSceneFromImage: 'Nach Bildern erstellt',
  editScene: 'Geändert',
  editSceneWithImage: 'Nach Bildern neu geschrieben',
  fixBrokenScene: 'Repariert',
  changeDuration: 'Dauer geändert',
  create_project: 'Ohne Modell erstellt',
  restore_scene: 'Wiederhergestellt',
}

export const projects: ProjectsTexts = {
  back: 'Alle Projekte',
  scenes: (n) => count(n, 'Szene', 'Szenen'),
  changed: (age) => `${age} geändert`,
  seconds: (n) => `${hundredths.format(n)} s`,
  frames: (n) => count(n, 'Bild', 'Bilder'),
  version: (n) => `Fassung ${number.format(n)}`,
  total: (time) => `${time} insgesamt`,

  // The list of projects
  listFailed: 'Die Projekte konnten nicht geladen werden.',
  none: 'Noch keine Projekte',
  noneHint: [
    'Ein Projekt ist ein Video: eine Liste von Szenen, die nacheinander laufen. Ein Modell schreibt jede Szene als React-Komponente.',
    'Bitten Sie einen Agenten, der mit Plotline verbunden ist, addScene aufzurufen, oder legen Sie hier ein Projekt an.',
  ],
  exampleHint: 'Das Beispiel hat fünf kurze Szenen und braucht kein Modell.',
  openExample: 'Beispiel öffnen',
  openingExample: 'Wird angelegt …',
  exampleFailed: 'Das Beispiel wurde nicht angelegt.',
  newProject: 'Neues Projekt',
  projectName: 'Name',
  projectHint: 'Film zum Produktstart',
  create: 'Projekt anlegen',
  creating: 'Wird angelegt …',
  notCreated: 'Das Projekt wurde nicht angelegt.',

  // A project
  more: (name) => `Mehr zu ${name}`,
  renameProject: 'Name des Projekts',
  projectRenamed: (was, name) => `Umbenannt: ${was} heißt jetzt ${name}.`,
  projectNotRenamed: 'Das Projekt wurde nicht umbenannt.',
  renamedSince: 'Das Projekt wurde seither umbenannt oder gelöscht, daher bleibt sein Name.',
  removeProject: {
    open: 'Löschen',
    held: (name) => `${name} wird mit seinen Szenen gelöscht`,
    done: (name) => `Gelöscht: ${name}.`,
    failed: 'Das Projekt wurde nicht gelöscht.',
  },
  scenesOf: (project) => `Szenen von ${project}`,
  scenesFailed: 'Die Szenen konnten nicht geladen werden.',
  empty: 'Noch keine Szenen',
  emptyHint: 'Dieses Projekt hat keine Szenen.',
  noProject: (project) => `Projekt nicht gefunden: ${project}`,
  noProjectHint: 'Prüfen Sie die Adresse. Vielleicht gehört das Projekt zu einem anderen Arbeitsbereich.',
  createByScene: 'Oder legen Sie es mit seiner ersten Szene an:',
  selectScene: 'Wählen Sie eine Szene aus.',
  notFound: 'Szene nicht gefunden. Vielleicht hat sie jemand gelöscht.',
  position: (n, of) => `Szene ${number.format(n)} von ${number.format(of)}`,
  dragHandle: (name) => `Ziehen, um ${name} zu verschieben`,
  dragEdge: (name) => `Ziehen, um die Dauer von ${name} zu ändern`,
  moved: (name, n, of) => `${name} ist jetzt Szene ${number.format(n)} von ${number.format(of)}.`,
  earlier: 'Nach vorn',
  later: 'Nach hinten',
  notMoved: 'Die Reihenfolge wurde nicht geändert.',

  // The whole project
  playAll: 'Alle abspielen',
  closeFilm: 'Schließen',
  film: (project) => `Alle Szenen von ${project}`,
  filmAt: (n, of, name) => `${number.format(n)} von ${number.format(of)}: ${name}`,
  filmFailed: (name) => `Die Vorschau von ${name} konnte nicht geladen werden.`,
  filmWaiting: 'Wird geladen …',

  // A scene
  sceneFailed: 'Die Szene konnte nicht geladen werden.',
  allScenes: 'Alle Szenen',
  tabs: 'Ansichten der Szene',
  preview: 'Vorschau',
  code: 'Code',
  changes: 'Änderungen',
  previewFailed: 'Die Vorschau konnte nicht geladen werden.',
  codeOf: (name) => `Code von ${name}`,
  lines: (n) => count(n, 'Zeile', 'Zeilen'),
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert: Der Browser erlaubt es nicht.',
  oldVersion: (n, of) => `Dies ist Fassung ${number.format(n)} von ${number.format(of)}. Nur die neueste Fassung lässt sich ändern.`,
  showNewest: 'Neueste zeigen',
  restore: 'Diese Fassung wiederherstellen',
  restoring: 'Wird wiederhergestellt …',
  restored: (from, to) => `Fassung ${number.format(from)} ist als Fassung ${number.format(to)} wiederhergestellt.`,
  notRestored: 'Die Fassung wurde nicht wiederhergestellt.',
  rename: 'Umbenennen',
  name: 'Name der Szene',
  saveName: 'Namen speichern',
  savingName: 'Wird gespeichert …',
  cancelName: 'Abbrechen',
  notRenamed: 'Die Szene wurde nicht umbenannt.',
  duration: 'Dauer in Sekunden',
  setDuration: 'Setzen',
  settingDuration: 'Wird gesetzt …',
  notSet: 'Die Dauer wurde nicht geändert.',
  deleteOpen: 'Löschen …',
  viewOnly: 'Mit Ihrem Token können Sie Projekte ansehen, aber nicht ändern.',

  // Versions
  versions: 'Fassungen',
  versionName: (n) => `Fassung ${number.format(n)}`,
  newest: 'neueste',
  toolLabel: (tool, name) => (tool === RENAME ? `In „${name}“ umbenannt` : (toolLabels[tool] ?? tool)),
  safeScene: 'Sichere Szene: Der Code des Modells ließ sich nicht reparieren',
  repaired: (n) => (n === 1 ? 'Nach einer Reparatur kompiliert' : `Nach ${number.format(n)} Reparaturen kompiliert`),
  good: 'Gut',
  notGood: 'Nicht gut',
  rating: (n) => `Ihre Bewertung von Fassung ${number.format(n)}`,
  notRated: 'Die Bewertung wurde nicht gespeichert.',

  // Differences
  sameCode: (n) => `Der Code ist derselbe wie in Fassung ${number.format(n)}.`,
  renamed: (from, to) => `Von „${from}“ in „${to}“ umbenannt.`,
  lengthened: (from, to) => `Dauer von ${hundredths.format(from)} s auf ${hundredths.format(to)} s geändert.`,
  firstVersion: 'Dies ist die erste Fassung. Es gibt keine frühere zum Vergleich.',
  differs: (removed, added, n) =>
    `Seit Fassung ${number.format(n)}: ${count(added, 'Zeile', 'Zeilen')} hinzugefügt, ${number.format(removed)} entfernt`,
  changesOf: (name) => `Änderungen in ${name}`,
  unchanged: (n) => count(n, 'unveränderte Zeile', 'unveränderte Zeilen'),
  removedLine: 'entfernt:',
  addedLine: 'hinzugefügt:',
  loading: 'Wird geladen …',

  // Requests to a model
  editLabel: 'Beschreiben Sie die Änderung',
  editHint: 'Den Titel größer machen und von links hereingleiten lassen',
  edit: 'Szene ändern',
  addOpen: 'Szene hinzufügen',
  addLabel: 'Beschreiben Sie die neue Szene',
  addHint: 'Was die Szene zeigt und wie sie sich bewegt',
  add: 'Szene erstellen',
  close: 'Schließen',
  step: (progress) => {
    const { step, attempt = 0, attempts } = progress ?? { step: 'asking', attempts: 0 }
    if (step === 'compiling') return 'Plotline kompiliert die Szene.'
    if (step === 'repairing') return `Das Modell repariert den Code, Versuch ${number.format(attempt)} von ${number.format(attempts)}.`
    return 'Das Modell schreibt die Szene.'
  },
  working: (seconds) => `${number.format(seconds)} s. Das kann einige Minuten dauern.`,
  noModel: 'Kein Sprachmodell ·',
  howToConnect: 'So verbinden Sie eines',
  addNeedsModel: 'Neue Szenen schreibt ein Sprachmodell, und dieser Server hat keines',
  withoutModel:
    'Ein Modell schreibt neue Szenen und ändert Szenen mit Worten. Alles andere geht auch ohne: abspielen, umbenennen, umordnen, die Dauer setzen, eine Fassung wiederherstellen, löschen.',
  cancel: 'Abbrechen',
  finished: (name, isNew, reply) =>
    `${isNew ? 'Hinzugefügt' : 'Geändert'}: ${name}.` + (reply === undefined || reply === '' ? '' : ` ${reply}`),
  notAdded: 'Keine Szene wurde hinzugefügt.',
  notEdited: 'Die Szene wurde nicht geändert.',
  notRepaired: 'Die Szene wurde nicht repariert.',
  conflict: 'Die Seite zeigt jetzt den neuesten Stand des Projekts. Prüfen Sie ihn, und versuchen Sie es dann erneut.',
  noAnswer: 'Der Server hat nicht geantwortet. Prüfen Sie, ob Ihre Änderung erfolgt ist, bevor Sie es erneut versuchen.',

  remove: {
    title: (name) => `${name} löschen?`,
    note: (n) =>
      (n === 1 ? 'Damit wird auch ihr Code gelöscht.' : `Damit werden auch ihre ${number.format(n)} Fassungen gelöscht.`) +
      ' Das lässt sich nicht rückgängig machen.',
    confirm: 'Szene löschen',
    deleting: 'Wird gelöscht …',
    cancel: 'Abbrechen',
    done: (name) => `Gelöscht: ${name}.`,
    failed: 'Die Szene wurde nicht gelöscht.',
  },

  shortcuts: [
    [['←', '→'], 'Vorige und nächste Szene, in der Zeitleiste'],
    [['Ctrl', 'Shift', '←'], 'Die Szene nach vorn verschieben'],
    [['Ctrl', 'Shift', '→'], 'Die Szene nach hinten verschieben'],
    [['j', 'k'], 'Nächste und vorige Szene'],
    [['Space'], 'Abspielen oder anhalten'],
    [['f'], 'Vollbild'],
    [['←', '→'], 'Voriges und nächstes Bild, außerhalb der Zeitleiste; mit Shift zehn Bilder'],
    [['?'], 'Diese Tastenkürzel zeigen'],
    [['Esc'], 'Einen Dialog oder den Film schließen, oder ein Ziehen abbrechen'],
  ],
}
