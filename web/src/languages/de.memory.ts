import { day, dayAndTime, locale, number } from '../locale.ts'
import type { MemoryTexts } from '../memory/strings.ts'
import type { Mode, Outcome } from '../memory/view.ts'
import { count, hundredths } from './de.words.ts'

/** The texts of the memory page in German. */

const outcomes: Record<Outcome, string> = { good: 'Gelungen', mixed: 'Gemischt', bad: 'Gescheitert' }
const modes: Record<Mode, string> = { list: 'Liste', graph: 'Graph', table: 'Tabelle' }
const types: Record<string, string> = {
  follows: 'folgt auf', causes: 'bewirkt', part_of: 'Teil von', related_to: 'verwandt mit', contradicts: 'widerspricht', refines: 'verfeinert',
}

/** How the reason reads that an episode is out of date. */
const successions: Record<string, string> = { contradicts: 'Widerspruch durch', refines: 'Verfeinert durch' }

/** Each type as a verb, seen from the start and from the end of a relationship. */
const verbs: Record<string, { outgoing: string; incoming: string }> = {
  causes: { outgoing: 'bewirkte', incoming: 'wurde bewirkt durch' },
  follows: { outgoing: 'kam vor', incoming: 'kam nach' },
  refines: { outgoing: 'verfeinert', incoming: 'wird verfeinert durch' },
  contradicts: { outgoing: 'widerspricht', incoming: 'erfährt Widerspruch durch' },
  part_of: { outgoing: 'ist Teil von', incoming: 'enthält' },
  related_to: { outgoing: 'ist verwandt mit', incoming: 'ist verwandt mit' },
}

/** What a client did by an operation: with the name of an episode after it, and without. No verb may need a word after the name. */
const calls: Record<string, [string, string]> = {
  recall: ['erinnerte sich an', 'durchsuchte das Gedächtnis'],
  search_episodes: ['fand', 'durchsuchte das Gedächtnis'],
  list_episodes: ['las', 'listete Episoden auf'],
  get_episode: ['las', 'las eine Episode'],
  create_episode: ['notierte', 'notierte eine Episode'],
  create_episodes: ['notierte', 'notierte Episoden'],
  update_episode: ['änderte', 'änderte eine Episode'],
  delete_episode: ['löschte', 'löschte eine Episode'],
  add_episode_relationship: ['verknüpfte', 'verknüpfte Episoden'],
  add_episode_relationships: ['verknüpfte', 'verknüpfte Episoden'],
}

const thousandths = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const shortMinute = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Writes a span of local minutes, as days if it has whole ones. Without any side it is empty. */
function formatSpan(since: string, until: string, days: Intl.DateTimeFormat, minutes: Intl.DateTimeFormat): string {
  const [from, to] = [since, until].map((minute) => (minute === '' ? null : new Date(minute)))
  const wholeDays = /^(|.*T00:00)$/.test(since) && /^(|.*T23:59)$/.test(until)
  const format = wholeDays ? days : minutes
  if (!from || !to) return from ? `Seit ${format.format(from)}` : to ? `Bis ${format.format(to)}` : ''
  return format.formatRange(from, to)
}

export const memory: MemoryTexts = {
  search: 'Gedächtnis durchsuchen',
  searchHint: 'Wörter oder „was ist letzte Woche schiefgegangen?“',
  searchFailed: 'Die Suche ist fehlgeschlagen.',
  clearSearch: 'Suche leeren',
  understood: 'Filtern nach',
  meaning: (words, filter) => `„${words}“: ${filter}`,
  noHits: 'Nichts passt zu diesen Wörtern.',
  onlyNear: 'Keine Episode enthält diese Wörter. Diese kommen ihrer Bedeutung am nächsten.',
  noMatch: 'Keine Episode passt zu den Filtern.',
  filters: 'Filter',
  clearFilters: 'Filter aufheben',
  outcome: 'Wie es ausging',
  outcomeName: (outcome) => outcomes[outcome],
  tags: 'Tags',
  sources: 'Quellen',
  types: 'Beziehungen',
  typeName: (type) => types[type] ?? type,
  time: 'Zeit',
  timeOf: (since, until) => formatSpan(since, until, shortDay, shortMinute) || 'Zeit',
  spanOf: (since, until) => formatSpan(since, until, day, dayAndTime),
  lastDays: (days) => (days === 1 ? 'Heute' : `Letzte ${number.format(days)} Tage`),
  lastWeek: 'Letzte Woche',
  since: 'Von',
  until: 'Bis',
  timeline: 'Episoden im Lauf der Zeit. Ziehen Sie, um einen Teil auszuwählen, oder verschieben Sie seine Enden mit den Pfeiltasten.',
  timelineText: (n, of, from, to) => `${memory.shown(n, of)} vom ${from} bis zum ${to}`,
  countingAgain: 'Wird neu gezählt …',
  show: 'Zeigen als',
  modeName: (mode) => modes[mode],
  episodes: 'Episoden',
  results: 'Ergebnisse',
  shown: (n, of) => (n === of ? memory.episodesOf(n) : `${number.format(n)} von ${memory.episodesOf(of)}`),
  partOf: (n, of) => `${number.format(n)} von ${number.format(of)}`,
  more: (n) => `${number.format(n)} weitere zeigen`,
  newestOf: (n, of) => `Gezeigt werden die neuesten ${number.format(n)} von ${number.format(of)}.`,
  drawAll: (n) => `Alle ${number.format(n)} zeichnen`,
  drawNewest: (n) => `Nur die neuesten ${number.format(n)} zeichnen`,
  episodesOf: (n) => count(n, 'Episode', 'Episoden'),
  groupsOf: (groups, n, of, byTime) =>
    byTime
      ? `${memory.episodesOf(of)} in ${count(groups, 'Zeitraum', 'Zeiträumen')}.`
      : `${count(groups, 'Community enthält', 'Communitys enthalten')} ${number.format(n)} von ${memory.episodesOf(of)}.`,
  groupText: (name, size, reward) =>
    `${name}: ${memory.episodesOf(size)}, mittlerer Reward ${reward}. Enter öffnet sie.`,
  drawMonths: 'Nach Zeit zeichnen',
  drawCommunities: 'Communitys zeichnen',
  drawCommunity: (serial) => `Community von #${serial} zeichnen`,
  communityOf: (name) => `Die Community von „${name}“.`,
  leaveCommunity: 'Verlassen',
  loadedOf: (n, of) => `Dies sind die neuesten ${number.format(n)} von ${number.format(of)}. Ältere finden Sie mit der Suche oder einem Filter.`,
  failed: 'Das Gedächtnis konnte nicht geladen werden.',
  noCall: 'Noch hat kein Client etwas aufgerufen.',
  connectClient: 'Client verbinden',
  clients: () => [
    ['Claude Code', memory.empty.starts()[2]![2]],
    ['Andere Clients: ihre Konfiguration ausgeben', 'plotline mcp --print-config'],
  ],
  someClient: 'Ein Client',
  didCall: (operation, named) => calls[operation]?.[named ? 0 : 1] ?? (named ? `rief ${operation} auf, mit` : `rief ${operation} auf`),

  graph: 'Graph der Episoden. Die Pfeiltasten folgen den Beziehungen, Enter öffnet eine Episode.',
  groupGraph: 'Graph von Gruppen von Episoden. Die Pfeiltasten gehen von Gruppe zu Gruppe, Enter öffnet eine.',
  placing: 'Episoden werden angeordnet …',
  placingFailed: 'Der Graph konnte nicht gezeichnet werden. Liste und Tabelle zeigen dieselben Episoden.',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Alles zeigen',
  nodeText: (serial, name, reward, degree) => `#${serial} ${name}. Reward ${reward}. ${relationshipsOf(degree)}.`,

  previous: 'Vorige Episode (k)',
  next: 'Nächste Episode (j)',
  placeOf: (at, of) => `${number.format(at)} von ${number.format(of)}`,
  earlier: (n) => `${number.format(n)} davor zeigen`,
  skipToGraph: 'Zum Graphen',
  skipToTable: 'Zur Tabelle',
  skipToList: 'Zur Liste',
  skipToEpisode: 'Zur Episode',
  readingWidth: 'Breite der geöffneten Episode',

  reward: 'Reward',
  name: 'Name',
  created: 'Angelegt',
  relationships: 'Beziehungen',
  rewardText: (reward) => (reward > 0 ? '+' : reward < 0 ? '−' : '') + hundredths.format(Math.abs(reward)),
  succession: (type) => successions[type] ?? 'Ersetzt durch',

  close: 'Episode schließen',
  loading: 'Wird geladen …',
  gone: 'Diese Episode gibt es nicht. Vielleicht wurde sie gelöscht oder gehört zu einem anderen Arbeitsbereich.',
  deleted: (age) => `Diese Episode wurde ${age} gelöscht.`,
  deletedNote: 'Sie sehen, was diese Seite zuletzt geladen hat.',
  detailFailed: 'Die Episode konnte nicht geladen werden.',
  query: 'Aufgabe',
  reflection: 'Was gelernt wurde',
  unfold: 'Ganzen Text zeigen',
  fold: 'Weniger zeigen',
  tableIn: 'Tabelle im Text',
  allRelationships: 'Alle Beziehungen',
  connection: 'Zusammenhang',
  exports: 'Kopieren oder speichern',
  furtherOf: (n) => `und ${number.format(n)} weitere`,
  metadata: 'Metadaten',
  updated: (age) => `${age} geändert`,
  kinds: 'Typen von Beziehungen',
  verb: (type, direction) => verbs[type]?.[direction === 'incoming' ? 'incoming' : 'outgoing'] ?? type,
  strongestOf: (n, of) => `Die stärksten ${number.format(n)} von ${number.format(of)}`,
  neighboursFailed: 'Die Beziehungen konnten nicht geladen werden.',
  noRelationships: 'Noch keine Beziehungen.',
  walkTitle: { back: 'Was dazu führte', forward: 'Was sich daraus ergab' },
  walkHint: {
    back: 'Weiter zurückverfolgen, in Worten und im Graphen',
    forward: 'Weiterverfolgen, in Worten und im Graphen',
  },
  walkNone: { back: 'Es ist nichts bekannt, was dazu führte.', forward: 'Es ist nichts bekannt, was sich daraus ergab.' },
  walkStep: (type, back, via, age) => `${verbs[type]?.[back ? 'outgoing' : 'incoming'] ?? type} #${via} · ${age}`,
  connect: 'Wie hängt diese Episode zusammen mit …',
  connectClear: 'Zusammenhang ausblenden',
  pathStrength: (strength) => `Stärke ${thousandths.format(strength)}`,
  shorterPath: (steps) => `Ein kürzerer Weg, in ${count(steps, 'Schritt', 'Schritten')}`,
  unconnected: 'Zwischen ihnen gibt es keinen Weg über höchstens fünf Beziehungen.',
  copyMarkdown: 'Als Markdown kopieren',
  copyMermaid: 'Als Mermaid kopieren',
  saveSvg: 'Als SVG speichern',
  copied: 'Kopiert',
  saved: 'Bild gespeichert',
  copyFailed: 'Der Browser erlaubt das Kopieren hier nicht.',
  exportFailed: 'Das ist fehlgeschlagen.',
  strength: (strength) => `Stärke ${hundredths.format(strength)}`,

  // Changes
  cancel: 'Abbrechen',
  save: 'Speichern',
  episodeHint: 'Nummer, Name oder Wörter',
  nearOptions: 'Nichts enthält diese Wörter. Der Bedeutung nach ähnlich:',
  options: (n, near) => `${near ? `${memory.nearOptions} ` : ''}${memory.episodesOf(n)} zur Auswahl. Wählen Sie mit den Pfeiltasten.`,
  noOption: 'Keine Episode hat diese Nummer, und keine passt zu diesen Wörtern.',
  edit: {
    open: 'Bearbeiten',
    title: (serial) => `#${serial} bearbeiten`,
    restore: 'Wiederherstellen',
    discard: 'Verwerfen',
    metadata: 'Metadaten, als JSON',
    length: (n, room) => `${number.format(n)} von ${number.format(room)} Zeichen`,
    tooLong: (n) => `Zu lang: Entfernen Sie ${count(n, 'Zeichen', 'Zeichen')}.`,
    noTask: 'Schreiben Sie, was die Aufgabe oder Frage war.',
    tooManyTags: (n) => `Eine Episode kann höchstens ${count(n, 'Tag', 'Tags')} haben.`,
    badMetadata: 'Dies ist kein JSON-Objekt, wie etwa {"ticket": 12}.',
    undone: (serial) => `Rückgängig gemacht: #${serial} ist wieder wie vorher.`,
    undoRefused: (serial) => `Die Änderung an #${serial} wurde nicht rückgängig gemacht.`,
    changedSince: 'Die Episode hat sich seitdem geändert.',
    nameHint: 'Die erste Zeile der Aufgabe',
    reward: 'Reward, von −1 bis 1',
    rewardHint: '−1 heißt gescheitert, 0 gemischt, 1 gelungen.',
    badReward: 'Der Reward muss eine Zahl von −1 bis 1 sein.',
    tagHint: 'Tag eingeben, dann Enter drücken',
    removeTag: (tag) => `Tag ${tag} entfernen`,
    tagAdded: (tag) => `Tag ${tag} hinzugefügt.`,
    tagRemoved: (tag) => `Tag ${tag} entfernt.`,
    saving: 'Wird gespeichert …',
    saved: (serial) => `#${serial} gespeichert.`,
    failed: 'Die Episode wurde nicht geändert.',
    changedMeanwhile: 'Jemand anders hat diese Episode geändert, während Sie sie bearbeitet haben.',
    both: 'Von Ihren Eingaben geht nichts verloren. Wo Sie beide etwas geändert haben, sehen Sie beide Fassungen. Behalten Sie Ihre, oder verwenden Sie die gespeicherte.',
    merged: 'Jemand anders hat inzwischen andere Teile dieser Episode geändert. Diese werden jetzt gezeigt. Speichern Sie erneut, um beides zu behalten.',
    theirs: 'Jetzt gespeichert:',
    nothing: 'nichts',
    take: 'Dies verwenden',
    saveAnyway: 'Meine Fassung speichern',
  },
  relate: {
    open: 'Hinzufügen …',
    title: 'Beziehung hinzufügen',
    type: 'Diese Episode …',
    other: 'Andere Episode',
    strength: 'Stärke, von 0 bis 1',
    incomplete: 'Wählen Sie die andere Episode: Geben Sie ihre Nummer oder einen Teil ihres Namens ein, und drücken Sie dann Enter.',
    adding: 'Wird hinzugefügt …',
    confirm: 'Beziehung hinzufügen',
    added: (from, verb, to) => `Hinzugefügt: #${from} ${verb} #${to}.`,
    failed: 'Die Beziehung wurde nicht hinzugefügt.',
  },
  relation: {
    open: 'Ändern oder entfernen',
    openFor: (sentence, serial) => `Ändern oder entfernen: ${sentence} #${serial}`,
    title: 'Beziehung ändern',
    remove: 'Beziehung entfernen',
    changed: 'Stärke geändert.',
    held: (from, sentence, to) => `„#${from} ${sentence} #${to}“ wird entfernt`,
    heldRow: 'Wird entfernt',
    removeFailed: 'Die Beziehung wurde nicht entfernt.',
    removed: (from, sentence, to) => `Entfernt: #${from} ${sentence} #${to}.`,
    failed: 'Die Beziehung wurde nicht geändert.',
  },
  remove: {
    open: 'Löschen …',
    title: 'Diese Episode löschen?',
    note: (n) =>
      (n === 0 ? 'Die Episode hat keine Beziehungen.' : `${count(n, 'Beziehung wird', 'Beziehungen werden')} mit ihr gelöscht.`) +
      ' Sie können es sich noch 30 Sekunden lang anders überlegen.',
    held: (serial, name) => `#${serial} ${name} wird gelöscht`,
    heldHere: 'Wird gelöscht',
    confirm: 'Episode löschen',
    done: (serial, name, n) => `Gelöscht: #${serial} ${name}${n === 0 ? '' : ` und ${relationshipsOf(n)}`}.`,
    failed: 'Die Episode wurde nicht gelöscht.',
  },
  create: {
    open: 'Neu',
    title: 'Neue Episode',
    again: 'Erneut anlegen',
    links: 'Beziehungen',
    addLink: 'Beziehung hinzufügen',
    removeLink: 'Entfernen',
    incomplete: 'Wählen Sie für jede Beziehung die andere Episode, oder entfernen Sie die Beziehung.',
    creating: 'Wird angelegt …',
    confirm: 'Episode anlegen',
    done: (serial, name) => `Angelegt: #${serial} ${name}.`,
    failed: 'Die Episode wurde nicht angelegt.',
  },
  cycle: {
    title: 'Die Beziehung wurde nicht hinzugefügt, weil sie einen Kreis schließen würde.',
    note: 'Ursachen und zeitliche Abfolgen dürfen nicht an ihren Anfang zurückführen. Mit dieser Beziehung gäbe es:',
    omitted: (n) => `… ${count(n, 'weitere Episode', 'weitere Episoden')} …`,
  },
  codes: {
    already_exists: 'Diese Beziehung besteht zwischen den beiden Episoden schon.',
    not_found: 'Das gibt es nicht mehr. Vielleicht hat es jemand gelöscht.',
  },

  empty: {
    title: 'Das Gedächtnis ist noch leer',
    note: 'Plotline merkt sich, was versucht wurde, wie es ausging und wie es zusammenhängt. Sie können auf drei Arten beginnen:',
    starts: () => [
      ['Die Geschichte eines Git-Repositorys importieren', 'Aus jedem Commit wird eine Episode.', 'plotline import git'],
      ['Eine Gedächtnisdatei importieren', 'Plotline liest die Datei des MCP-Referenzservers „memory“.', 'plotline import memory memory.json'],
      ['Einen Agenten verbinden', 'Er hält während der Arbeit fest, was er versucht.', `claude mcp add --transport http plotline ${location.origin}/mcp`],
    ],
    example: 'Um sich zuerst umzusehen, importieren Sie ein kleines Beispiel: ',
    exampleLine: 'plotline import example',
    copy: 'Kopieren',
  },

  shortcuts: [
    [['/', 'Ctrl K'], 'Suchen'],
    [['j', 'k'], 'Die nächste oder vorige Episode der Liste öffnen'],
    [['↑', '↓'], 'Vorige und nächste Episode, in der Liste oder der Tabelle'],
    [['←', '→', '↑', '↓'], 'Den Beziehungen folgen, im Graphen'],
    [['Enter'], 'Die Episode öffnen'],
    [['n'], 'Neue Episode'],
    [['←', '→'], 'Ein Ende des Zeitraums verschieben, in der Zeitleiste'],
    [['+', '−', '0'], 'Vergrößern, verkleinern, alles zeigen, im Graphen'],
    [['Esc'], 'Die Episode oder einen Dialog schließen'],
    [['?'], 'Diese Tastenkürzel zeigen'],
  ],
}

function relationshipsOf(n: number): string {
  return count(n, 'Beziehung', 'Beziehungen')
}
