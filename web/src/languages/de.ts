import { escapeInvisible } from '../escape.ts'
import { count, locale, moment, number } from '../locale.ts'
import { baseName, isReady } from '../plan.ts'
import type { PreviewTexts } from '../preview/strings.ts'
import type { PagesTexts } from '../strings.ts'
import { library } from './de.library.ts'
import { memory } from './de.memory.ts'
import { projects } from './de.projects.ts'
import { recorded } from './de.recorded.ts'
import type { Texts } from './texts.ts'

/** All texts in German. */

const byPerson = (name: string) => (name === '' ? '' : ` von ${escapeInvisible(name)}`)

const pages: PagesTexts = {
  product: 'Plotline',
  pages: 'Seiten',
  memory: 'Gedächtnis',
  plans: 'Pläne',
  projects: 'Projekte',
  recorded: 'Aufgezeichnet',
  workspace: 'Arbeitsbereich',
  unknown: 'Seite nicht gefunden',
  unknownNote: 'Vielleicht enthält die Adresse einen Tippfehler, oder die Seite ist umgezogen.',
  toMemory: 'Zum Gedächtnis',
  alsoHere: 'Außerdem',
  also: {
    recorded: 'Was Coding-Agenten tun, wird festgehalten, und was daraus zu lernen war, erfahren sie später. Zum Einschalten:',
    plans: 'Agenten schlagen vor, wie Ihre Videodateien heißen und was sie enthalten, und Sie entscheiden. Dafür starten Sie den Server dieses Arbeitsbereichs mit',
    projects: 'Agenten bauen kurze Filme aus Szenen. Damit ein Modell sie schreibt, starten Sie den Server mit',
  },
  alsoFlags: { recorded: 'plotline setup claude-code', plans: '--media-root DIR', projects: '--ai-base-url URL' },
  alsoOpen: (name) => `${name} öffnen`,
  storeName: (store) => (store === 'neo4j' ? 'Neo4j' : store === 'embedded' ? 'eingebettet' : ''),
  workspaces: 'Arbeitsbereiche',
  noWorkspace: 'Arbeitsbereich nicht verfügbar',
  noWorkspaceNamed: (name) => `Der Arbeitsbereich ${escapeInvisible(name)} ist nicht verfügbar`,
  noWorkspaceHint: (hasToken) =>
    hasToken
      ? 'Ihr Token führt ihn nicht auf. Vielleicht wurde er dem Token entzogen, oder die Adresse enthält einen Tippfehler.'
      : 'Dieser Server bietet ihn nicht an. Vielleicht steht noch nichts darin, oder die Adresse enthält einen Tippfehler.',
  otherWorkspaces: (n) => (n === 1 ? 'Diesen Arbeitsbereich können Sie öffnen:' : 'Diese Arbeitsbereiche können Sie öffnen:'),
  skipToContent: 'Zum Inhalt',
  pageFailed: 'Diese Seite konnte nicht geladen werden. Vielleicht wurde Plotline aktualisiert, seit Sie sie geöffnet haben.',
  reload: 'Neu laden',
  signOut: 'Abmelden',
  restDocs: 'REST-API',
  keys: 'Tastenkürzel',
  close: 'Schließen',
  justNow: 'gerade eben',

  live: 'Live',
  noEvents: 'Keine Live-Aktualisierung',
  notConnected: 'Nicht verbunden',
  since: (at) => (at === 0 ? '' : `Stand ${moment(at)}`),
  retryNow: 'Erneut versuchen',

  // The list
  pendingPlans: 'Wartende Pläne',
  decidedPlans: 'Entschiedene Pläne',
  noDecided: 'Bisher wurde über keinen Plan entschieden.',
  decidedFailed: 'Die entschiedenen Pläne konnten nicht geladen werden.',
  showMore: 'Mehr zeigen',
  outcome: (status, undone, by = '') =>
    (undone ? 'rückgängig gemacht' : status === 'completed' ? 'abgeschlossen' : 'abgelehnt') + byPerson(by),
  undoOf: (task, name) => `${task === 'rename-files' ? 'Umbenennung' : 'Erkennung'} in ${name} rückgängig machen`,
  loading: 'Wird geladen …',
  noPlans: 'Keine wartenden Pläne',
  library: 'Mediathek',
  libraryHint: 'Sehen, was in allen Medienordnern ist, und für viele auf einmal Pläne erstellen.',
  noPlansHint: [
    'Ein Agent kann einen Plan vorschlagen, um die Dateien in einem Medienordner zu erkennen oder umzubenennen. Der Plan erscheint hier, und nichts ändert sich, bevor Sie ihn bestätigen.',
    'Zum Ausprobieren bitten Sie einen Agenten, der mit Plotline verbunden ist, proposeRecognizePlan für einen Ordner aufzurufen.',
  ],
  selectPlan: 'Wählen Sie einen Plan aus.',
  kind: (task) => (task === 'rename-files' ? 'Umbenennen' : 'Erkennen'),
  files: (n) => count(n, 'Datei', 'Dateien'),
  episodes: (n) => count(n, 'Episode', 'Episoden'),
  tvEpisodes: (n) => count(n, 'Folge', 'Folgen'),
  amount: (task, n) => (task === 'rename-files' ? pages.files(n) : pages.tvEpisodes(n)),
  problems: (n) => count(n, 'Problem', 'Probleme'),
  beingWritten: 'nicht fertig',
  notMarked: 'nicht als erledigt markiert',

  // A plan
  back: 'Alle Pläne',
  title: (plan) => (plan.task === 'rename-files' ? 'Dateien umbenennen' : 'Folgen erkennen'),
  begun: (age) => `${age} begonnen`,
  proposed: (age) => `${age} vorgelegt`,
  part: {
    ready: (plan, n) => {
      const isRename = plan.task === 'rename-files'
      const all = plan.files.length
      const amount = n === all ? pages.amount(plan.task, n) : `${number.format(n)} von ${number.format(all)}`
      if (plan.undoneAt !== undefined) return `${amount} rückgängig gemacht`
      if (plan.appliedAt !== undefined) return `${amount} ${isRename ? 'umbenannt' : 'gespeichert'}`
      if (!isReady(plan) || plan.status !== 'pending') return pages.amount(plan.task, all)
      return `${amount} ${n === 1 ? 'wird' : 'werden'} ${isRename ? 'umbenannt' : 'gespeichert'}`
    },
    problem: (_, n) => pages.problems(n),
    out: (_, n) => `${number.format(n)} ausgelassen`,
  },
  marked: {
    had: (n) => `${number.format(n)} mit Problemen`,
    kept: (n) => `${number.format(n)} mit neuem Namen geblieben`,
    changed: (n) => `${pages.files(n)} seither geändert`,
  },
  keptName: 'Diese Datei behielt ihren neuen Namen, als die anderen rückgängig gemacht wurden.',
  parts: 'Nur diese Zeilen zeigen',
  historyOf: 'Was mit diesem Plan geschah',
  stepAt: (said, age) => `${said}, ${age}`,
  happened: ({ task, files: rows, excluded = [] }, { did, by = '', files = 0 }) => {
    const applied = task === 'rename-files' ? `${pages.files(files)} umbenannt` : `${pages.tvEpisodes(files)} gespeichert`
    const undone = files === rows.length - excluded.length ? 'Rückgängig gemacht' : `Für ${pages.amount(task, files)} rückgängig gemacht`
    const done = { proposed: 'Vorgelegt', edited: 'Bearbeitet', applied, completed: 'Abgeschlossen', rejected: 'Abgelehnt', undone }
    return done[did] + byPerson(by)
  },
  writingNote:
    'Der Agent ist mit diesem Plan noch nicht fertig. Sie können ihn bestätigen, sobald der Agent fertig ist. Hat der Agent aufgegeben, verwerfen Sie den Plan.',
  filter: 'Filtern',
  filterHint: 'Teil eines Namens',
  shown: (n, of) => `Gezeigt: ${number.format(n)} von ${number.format(of)}`,
  noMatch: 'Keine Zeile passt.',
  sidecars: 'Auch Untertitel, NFO-Dateien und Vorschaubilder umbenennen',
  all: 'Alle',
  allRows: 'Alle Zeilen einbeziehen',
  allShownRows: 'Alle gezeigten Zeilen einbeziehen',
  includeGroup: (name) => `Alle Zeilen von „${name}“ einbeziehen`,
  includeFile: (name) => `${name} einbeziehen`,
  season: 'Staffel',
  episode: 'Folge',
  file: 'Datei',
  from: 'Bisher',
  to: 'Neu',
  episodeTitle: 'Titel',
  gone: 'Die Datei ist weg.',
  taken: (name) => `Der Name „${escapeInvisible(name)}“ ist vergeben.`,
  blocked: 'Diesen Namen trägt die Datei einer Zeile, die ausgelassen wird.',
  edited: (was) => (was === '' ? 'von Ihnen oder einer anderen Person hinzugefügt' : `vorher ${was}`),
  draftFrom: (at) => `Entwurf, ${moment(at)}`,
  remedy: { name: 'Anderen Namen wählen', numbers: 'Nummern ändern' },
  leaveOut: 'Auslassen',
  leaveOutFile: (name) => `${name} auslassen`,
  remedyOf: (remedy, name) => `${remedy}: ${name}`,
  edit: 'Bearbeiten',
  editRow: (name) => `${name} bearbeiten`,
  target: 'Neuer Name',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  editedMeanwhile:
    'Der Plan oder sein Ordner hat sich geändert, und Ihre Änderung wurde nicht gespeichert. Die Seite zeigt jetzt den neuesten Stand. Versuchen Sie es erneut.',
  numberNeeded: 'Staffel und Folge müssen ganze Zahlen ab 0 sein. Mehrere Folgen: 1-2 oder 1, 3.',
  nameNeeded: 'Geben Sie einen Namen ein.',
  unsaved: (n) =>
    n === 1
      ? '1 Änderung ist nicht gespeichert. Speichern Sie sie zuerst, oder brechen Sie das Bearbeiten ab.'
      : `${number.format(n)} Änderungen sind nicht gespeichert. Speichern Sie sie zuerst, oder brechen Sie das Bearbeiten ab.`,
  seasonGroup: (season) => (season === 0 ? 'Staffel 0, Specials' : `Staffel ${season}`),
  problemGroup: 'Probleme',
  restGroup: 'Andere Dateien',
  uncertain: (n) => `Unsicher: ${pages.files(n)}`,
  notCertain: (n) => `${pages.files(n)} unsicher`,
  uncertainHint: 'Diese Videos werden nicht gespeichert. Prüfen Sie die Vermutung, berichtigen Sie sie, falls nötig, und übernehmen Sie das Video.',
  planProblems: {
    'No file of the plan is certain; move uncertain files up first': 'Keine Datei dieses Ordners ist sicher. Übernehmen Sie zuerst unsichere Dateien.',
  },
  remembers: {
    absolute: 'Der Ordner merkt sich, dass seine Nummern durch die ganze Serie zählen.',
    specials: 'Der Ordner merkt sich, dass OVAs und Ähnliches Staffel 0 sind.',
  },
  pattern: (n, name) => (n === 1 ? name : `${pages.files(n)} wie ${name}`),
  moveUp: 'Übernehmen',
  moveUpFile: (name) => `${name} übernehmen`,
  moveAlike: (n) => `Ebenso für diese ${number.format(n)}`,
  alsoEpisode: (code) => `Auch ${code}.`,
  displaces: (name) => `Nimmt ${name} die Folge weg.`,
  remember: {
    absolute: 'Für diesen Ordner merken: Nummern zählen durch die ganze Serie',
    specials: 'Für diesen Ordner merken: OVAs und Ähnliches sind Staffel 0',
  },
  why: {
    'no episode in its name': 'Der Name enthält keine Folgennummer.',
    'a sample, a trailer or an extra': 'Es ist ein Sample, ein Trailer oder ein Extra.',
    'an episode that the show does not have': 'Die Serie hat diese Folge nicht.',
    'another file is the same episode': 'Eine andere Datei ist dieselbe Folge.',
    'a whole season or several episodes in one file': 'Es ist eine ganze Staffel, oder mehrere Folgen in einer Datei.',
    'its number may count through several seasons, whose episodes are not all known': 'Die Nummer zählt vielleicht über mehrere Staffeln, deren Folgen nicht alle bekannt sind.',
    'the number of its folder may not be the season': 'Die Nummer des Ordners ist vielleicht nicht die Staffel.',
    'its folder is a disc or a part, which may count from 1 again': 'Der Ordner ist eine Disc oder ein Teil, in dem die Zählung vielleicht wieder bei 1 beginnt.',
    'its name has a further number, which may be an episode too': 'Der Name enthält eine weitere Nummer, die auch eine Folge sein kann.',
    'its name says that it is a special, but not which': 'Laut Namen ist es ein Special, aber nicht, welches.',
    'its title is that of an extra': 'Der Titel ist der eines Extras.',
    'its folder has files with other titles, perhaps of other shows': 'Im selben Ordner stehen Dateien mit anderen Titeln, vielleicht von anderen Serien.',
    'neither its name nor its folder gives a show': 'Weder der Name noch der Ordner nennt eine Serie.',
    'the number at the end of its title may be the season': 'Die Nummer am Ende des Titels ist vielleicht die Staffel.',
    'its name has only a date; this is its place among the dates of that year': 'Der Name hat nur ein Datum; das ist sein Platz unter den Daten dieses Jahres.',
    'its number goes on from the season before; this is the number within the season': 'Die Nummer zählt aus der vorigen Staffel weiter; das ist die Nummer in der Staffel.',
    'its name is that of a part of a season, which may count from 1 again': 'Der Name ist der eines Teils einer Staffel, der vielleicht wieder bei 1 beginnt.',
    'its name is that of a final season, which may be any': 'Der Name ist der einer letzten Staffel, deren Nummer er nicht nennt.',
    'its name is that of a whole season': 'Der Name ist der einer ganzen Staffel.',
    'its number may be season and episode in one': 'Die Nummer ist vielleicht Staffel und Folge in einem.',
    'its folder is that of another season': 'Der Ordner gehört zu einer anderen Staffel.',
    'its name is that of a part of an episode': 'Laut Namen ist es ein Teil einer Folge.',
    'its name has a number, but nothing says that it is the episode': 'Der Name enthält eine Nummer, aber nichts sagt, dass sie die Folge ist.',
    'its number has a decimal place, as that of a recap': 'Die Nummer hat eine Nachkommastelle, wie die einer Zusammenfassung.',
  },
  whySame: (other) => `Eine andere Datei ist dieselbe Folge: ${other}`,
  whyNFO: (name, nfo) => `Der Name sagt ${name}, aber die NFO-Datei sagt ${nfo}.`,
  unrecognised: (n) => `Nicht erkannt: ${pages.files(n)}`,
  notRecognised: (n) => `${pages.files(n)} nicht erkannt`,
  unrecognisedHint: 'Diese Videos haben keine Zeile. Geben Sie Staffel und Folge ein, um eine hinzuzufügen. Für eine Datei mit mehreren Folgen geben Sie 1-2 oder 1, 3 ein.',
  guess: (code) => `${code}?`,
  add: 'Hinzufügen',
  addFile: (name) => `${name} hinzufügen`,
  showAll: (n) => `Alle ${number.format(n)} zeigen`,

  shift: {
    open: 'Nummern verschieben …',
    title: 'Nummern verschieben',
    rows: 'Zeilen',
    ticked: (n) => `Zeilen mit Häkchen (${number.format(n)})`,
    shown: (n) => `Gezeigte Zeilen (${number.format(n)})`,
    season: (name, n) => `${name} (${number.format(n)})`,
    addSeason: 'Zur Staffel addieren',
    addEpisode: 'Zur Folge addieren',
    preview: (rows, n) => (n > rows.length ? `${rows.join(', ')} und ${number.format(n - rows.length)} weitere` : rows.join(', ')),
    negative: 'Damit würde eine Nummer kleiner als 0.',
    nothing: 'Geben Sie ein, wie viel addiert werden soll, etwa 10 oder −1.',
    cancel: 'Abbrechen',
    confirm: (n) => `In ${count(n, 'Zeile', 'Zeilen')} verschieben`,
  },

  rowsOf: (folder) => `Dateien im Plan für ${escapeInvisible(folder)}`,

  // Decisions
  confirm: (plan, n, leftOut) => {
    const isRename = plan.task === 'rename-files'
    const verb = isRename ? 'umbenennen' : 'speichern'
    if (plan.files.length === 0) return 'Zuerst Dateien übernehmen'
    if (n === 0 && leftOut > 0) return isRename ? 'Nichts umzubenennen' : 'Nichts zu speichern'
    if (n === 0) return 'Keine Dateien ausgewählt'
    if (leftOut > 0) return `${number.format(n)} ${verb}, ${number.format(leftOut)} auslassen`
    return `${pages.amount(plan.task, n)} ${verb}`
  },
  confirming: (plan) => (plan.task === 'rename-files' ? 'Wird umbenannt …' : 'Wird gespeichert …'),
  rejectOpen: 'Ablehnen …',
  markDone: 'Als erledigt markieren',
  marking: 'Wird markiert …',
  applied: (plan, age) =>
    (plan.task === 'rename-files' ? `Die Dateien wurden ${age} umbenannt` : `Die Folgen wurden ${age} gespeichert`) +
    ', aber der Plan ist noch nicht als erledigt markiert.',
  leftOut: (n) =>
    n === 1
      ? '1 Zeile hat ein Problem und wird ausgelassen. Bearbeiten Sie sie, um sie einzubeziehen.'
      : `${number.format(n)} Zeilen haben Probleme und werden ausgelassen. Bearbeiten Sie sie, um sie einzubeziehen.`,
  blockedPlan: 'Dieser Plan hat ein Problem und kann derzeit nicht angewendet werden.',
  rowLeftOut: 'blockiert',
  viewOnly: 'Mit Ihrem Token können Sie Pläne ansehen, aber nicht bestätigen oder ablehnen.',
  decidedByOther: 'Jemand anders hat zuerst entschieden. Ihre Änderungen wurden nicht angewendet.',
  decided: (status) => (status === 'completed' ? 'Abgeschlossen' : 'Abgelehnt'),
  decidedThen: (said, elsewhere, age) => `${said}${elsewhere ? ' (anderswo)' : ''}${age === '' ? '' : `, ${age}`}.`,
  leftOutThen: (out, problems) => {
    const parts = [out > 0 ? `${number.format(out)} vom Prüfer ausgelassen` : '', problems > 0 ? `${number.format(problems)} mit Problemen` : '']
    const said = parts.filter((part) => part !== '').join(', ')
    return said === '' ? '' : `${said}.`
  },
  givenReason: (reason) => `Grund: ${reason}`,
  next: 'Nächster Plan',
  notFound: 'Plan nicht gefunden. Vielleicht gehört er zu einem anderen Arbeitsbereich.',
  backToList: 'Zurück zur Liste',

  discardOpen: 'Verwerfen …',
  discard: {
    title: 'Diesen Plan verwerfen?',
    note: 'Der Agent ist damit nicht fertig und kann ihn danach nicht mehr fertigstellen. Keine Datei wird geändert.',
    reason: 'Grund (optional)',
    hint: 'Agenten lesen den Grund, bevor sie einen weiteren Plan für diesen Ordner erstellen.',
    confirm: 'Plan verwerfen',
    cancel: 'Abbrechen',
  },

  reject: {
    title: 'Diesen Plan ablehnen?',
    note: 'Keine Datei wird geändert.',
    reason: 'Grund (optional)',
    hint: 'Agenten lesen den Grund, bevor sie einen weiteren Plan für diesen Ordner erstellen.',
    confirm: 'Plan ablehnen',
    cancel: 'Abbrechen',
  },

  // Results
  done: (plan, n) =>
    `${plan.task === 'rename-files' ? `${pages.files(n)} umbenannt` : `${pages.tvEpisodes(n)} gespeichert`}: ${baseName(plan.mediaFolderPath)}`,
  markedDone: (plan) => `Als erledigt markiert: ${baseName(plan.mediaFolderPath)}`,
  rejected: (plan) => `Abgelehnt: ${baseName(plan.mediaFolderPath)}. Keine Datei wurde geändert.`,
  keep: 'Behalten',
  seconds: (n) => `in ${n} s`,
  nameFiles: 'Dateien benennen',
  nameFilesOf: (name) => `Die Dateien von ${name} nach ihren Folgen benennen`,
  sortFiles: 'Nach Serien sortieren',
  sortFilesOf: (name) => `Nach Serien sortieren: die Videos von ${name}`,
  undo: 'Rückgängig machen',
  undoing: 'Wird rückgängig gemacht …',
  undid: (plan) =>
    `Rückgängig gemacht: Die Dateien in ${baseName(plan.mediaFolderPath)} haben wieder ihre alten ${plan.task === 'rename-files' ? 'Namen' : 'Nummern'}.`,
  undidOthers: (plan, n, kept) =>
    `Rückgängig gemacht: ${pages.files(n)} in ${baseName(plan.mediaFolderPath)} mit wieder altem Namen, ${number.format(kept)} mit neuem geblieben.`,
  undoOthers: (n) => (n === 1 ? 'Die andere rückgängig machen' : `Die anderen ${number.format(n)} rückgängig machen`),
  showFiles: (n) => (n === 1 ? 'Die Datei zeigen' : `Die ${number.format(n)} Dateien zeigen`),
  undoRefused: (plan) =>
    `Die ${plan.task === 'rename-files' ? 'Umbenennung' : 'Erkennung'} in ${baseName(plan.mediaFolderPath)} wurde nicht rückgängig gemacht.`,
  dismiss: 'Ausblenden',
  notices: 'Benachrichtigungen',

  // Errors
  notApplied: (plan) => (plan.task === 'rename-files' ? 'Keine Datei wurde umbenannt.' : 'Keine Folge wurde gespeichert.'),
  notRejected: 'Der Plan wurde nicht abgelehnt.',
  appliedNotMarked: (plan) =>
    (plan.task === 'rename-files' ? 'Die Dateien wurden umbenannt' : 'Die Folgen wurden gespeichert') +
    ', aber der Plan konnte nicht als erledigt markiert werden.',
  notMarkedDone: 'Der Plan wurde nicht als erledigt markiert.',
  noAnswer: 'Der Server hat nicht geantwortet. Prüfen Sie, ob Ihre Änderung erfolgt ist, bevor Sie es erneut versuchen.',
  notSent: 'Der Server ist nicht erreichbar, daher wurde nichts gesendet. Hier geht nichts verloren.',
  changedMeanwhile:
    'Der Plan oder sein Ordner hat sich geändert. Die Seite zeigt jetzt den neuesten Stand. Prüfen Sie ihn, und entscheiden Sie dann erneut.',
  firstProblem: (n) => (n === 1 ? 'Zur Zeile' : `Zur ersten von ${number.format(n)} Zeilen`),
  unreachable: 'Der Server ist nicht erreichbar.',
  unreadable: 'Der Server hat eine ungültige Antwort gesendet.',
  status: (n) => `Der Server hat mit Status ${n} geantwortet.`,
  retry: 'Erneut versuchen',
  listFailed: 'Die Pläne konnten nicht geladen werden.',
  planFailed: 'Der Plan konnte nicht geladen werden.',

  signIn: {
    title: 'Anmelden',
    note: 'Dieser Server verlangt ein Token. Die Seite behält es, bis Sie diesen Tab schließen.',
    token: 'Token',
    submit: 'Anmelden',
    hint: 'Ein Administrator des Servers kann eines erstellen: plotline token create NAME --role reviewer',
  },

  question: {
    title: (n) => `${pages.files(n)} umbenennen?`,
    note: 'Ein Agent wartet auf Ihre Antwort.',
    more: (n) => (n === 1 ? '1 weitere Frage wartet.' : `${number.format(n)} weitere Fragen warten.`),
    confirm: (n) => `${pages.files(n)} umbenennen`,
    cancel: 'Nicht umbenennen',
    expired: 'Eine Frage ist abgelaufen, weil niemand sie innerhalb von fünf Minuten beantwortet hat.',
    lost: 'Eine Frage wurde zurückgezogen, weil die Verbindung abgebrochen ist.',
  },

  shortcuts: {
    title: 'Tastenkürzel',
    list: [
      [['j', 'k'], 'Zum nächsten oder vorigen Plan der Liste'],
      [['Enter'], 'Den Plan öffnen, der den Fokus hat'],
      [['↑', '↓'], 'Voriger und nächster Plan oder Zeile, in der Liste oder Tabelle, die den Fokus hat'],
      [['e'], 'Die Zeile bearbeiten'],
      [['Space'], 'Die Zeile einbeziehen oder auslassen. Mit Shift: alle Zeilen seit der letzten'],
      [['/'], 'Die Zeilen filtern'],
      [['u'], 'Zu den unsicheren Dateien'],
      [['c'], 'Den geöffneten Plan bestätigen, wenn kein anderer den Fokus hat'],
      [['x'], 'Den geöffneten Plan ablehnen, wenn kein anderer den Fokus hat'],
      [['?'], 'Diese Tastenkürzel zeigen'],
      [['Esc'], 'Einen Dialog schließen'],
    ],
  },
}

const twoDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const preview: PreviewTexts = {
  region: (name) => `Vorschau von ${name}`,
  loading: 'Die Vorschau wird geladen …',
  play: 'Abspielen (Space)',
  pause: 'Anhalten (Space)',
  previous: 'Voriges Bild (←)',
  next: 'Nächstes Bild (→)',
  loop: 'Wiederholen',
  speed: 'Tempo',
  times: (speed) => `${number.format(speed)}×`,
  full: 'Vollbild (F)',
  scrub: 'Position',
  retry: 'Erneut versuchen',
  repair: 'Ein Modell um Reparatur bitten',
  seconds: (seconds) => `${twoDigits.format(seconds)} s`,
  frames: (frame, of) => `Bild ${number.format(frame)} von ${number.format(of)}`,

  failed: 'Die Szene hat einen Fehler.',
  failedAt: (frame) => `Die Szene hat einen Fehler bei Bild ${number.format(frame)}.`,
  empty: 'Es wurde nichts gezeichnet. Die Szene hat in keinem der geprüften Bilder sichtbaren Text, Farben oder Grafiken.',
  stopped: {
    silent: 'Die Szene wurde angehalten, weil sie drei Sekunden lang nicht reagiert hat. Vielleicht enthält ihr Code eine Endlosschleife.',
    noisy: 'Die Szene wurde angehalten, weil sie zu viele Nachrichten gesendet hat.',
    grabbing: 'Die Szene wurde angehalten, weil sie immer wieder den Tastaturfokus an sich gezogen hat.',
    left: 'Die Szene wurde angehalten, weil sie ihren Rahmen verlassen wollte.',
    absent: 'Die Vorschau wurde nicht geladen. Prüfen Sie, ob der Server läuft.',
  },

  notes: 'Nicht in der Vorschau enthalten',
  noSound: 'Die Vorschau spielt keinen Ton ab.',
  blocked: (what) => `Nicht geladen, weil die Vorschau keinen Netzzugriff hat: ${what}`,
  more: (n) => `und ${number.format(n)} weitere`,
}

export default { pages, library, memory, projects, preview, recorded } satisfies Texts
