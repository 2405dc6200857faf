import type { LibraryTexts } from '../library/strings.ts'
import { count, number } from '../locale.ts'

/** The German texts of the list of all media folders. */

const folders = (n: number) => count(n, 'Ordner', 'Ordner')
const episodes = (n: number) => count(n, 'Folge', 'Folgen')
const plans = (n: number) => count(n, 'Plan', 'Pläne')

export const library: LibraryTexts = {
  title: 'Mediathek',
  note: 'Alle Medienordner, und was die Namen ihrer Dateien sagen. Plotline speichert nichts, bevor Sie einen Plan bestätigen.',
  loading: (n, of) => (of === 0 ? 'Medienordner werden gesucht …' : `${number.format(n)} von ${count(of, 'Ordner', 'Ordnern')} gelesen …`),
  failed: 'Die Medienordner konnten nicht aufgelistet werden.',
  again: 'Erneut nachsehen',
  none: 'Keine Medienordner',
  noneHint: 'Starten Sie den Server mit einem Ordner, in dem Ihre Serien liegen:',
  folders,
  total: (n, files) => `${folders(n)} mit ${count(files, 'Video', 'Videos')}`,
  certain: 'Sicher',
  uncertain: 'Unsicher',
  leftOut: 'Ausgelassen',
  recognised: 'Erkannt',
  why: 'Warum Dateien unsicher oder ausgelassen sind',
  whyOf: (name) => `Warum Dateien unsicher oder ausgelassen sind: ${name}`,
  reason: (n, reason) => `${number.format(n)}: ${reason}`,
  folder: 'Ordner',
  mixed: 'Videos neben den Ordnern von Serien',
  loose: (n) => `${count(n, 'Video', 'Videos')} neben den Ordnern von Serien`,
  unsorted: (n) => (n === 1 ? 'Der Name von 1 Video nennt keine Serie' : `Die Namen von ${number.format(n)} Videos nennen keine Serie`),
  others: (n) => (n === 1 ? 'und 1 anderes' : `und ${number.format(n)} andere`),
  show: 'Zeigen',
  part: {
    open: (n) => `Neue Dateien ${number.format(n)}`,
    plans: (n) => `Pläne ${number.format(n)}`,
    rest: (n) => `Übrige ${number.format(n)}`,
  },
  nothingHere: 'Kein Ordner passt.',
  propose: 'Plan erstellen',
  proposeOf: (name) => `Plan für ${name} erstellen`,
  proposeAll: (n) =>
    n === 1 ? 'Einen Plan für 1 Ordner mit sicheren Dateien erstellen' : `Pläne für ${number.format(n)} Ordner mit sicheren Dateien erstellen`,
  open: 'Plan ansehen',
  openOf: (name) => `Plan für ${name} ansehen`,
  confirm: 'Speichern',
  confirmOf: (name, n) => `${episodes(n)} von ${name} speichern`,
  confirmAll: (n, files) =>
    `${episodes(files)} aus ${n === 1 ? '1 Plan speichern, dessen Dateien alle sicher sind' : `${number.format(n)} Plänen speichern, deren Dateien alle sicher sind`}`,
  rows: (n) => count(n, 'Zeile', 'Zeilen'),
  allCertain: 'alle sicher',
  allNames: 'Namen von Folgen',
  toReview: 'anzusehen',
  notReady: 'nicht fertig',
  proposing: (n, of) => `Pläne werden erstellt: ${number.format(n)} von ${number.format(of)}`,
  confirming: (n, of) => `Wird gespeichert: ${number.format(n)} von ${count(of, 'Plan', 'Plänen')}`,
  nameAll: (n) => `Pläne machen, die die Dateien von ${count(n, 'Ordner', 'Ordnern')} benennen`,
  named: (n) => `${plans(n)} zum Umbenennen gemacht; sie zeigen die neuen Namen.`,
  rename: 'Umbenennen',
  renameOf: (name, n) => `${count(n, 'Datei', 'Dateien')} von ${name} umbenennen`,
  renameAll: (n, files) => `${count(files, 'Datei', 'Dateien')} von ${count(n, 'Plan', 'Plänen')} umbenennen`,
  renaming: (n, of) => `Umbenennen: ${number.format(n)} von ${count(of, 'Plan', 'Plänen')}`,
  renamed: (n, files) => `${count(files, 'Datei', 'Dateien')} von ${count(n, 'Plan', 'Plänen')} umbenannt`,
  stop: 'Anhalten',
  proposed: (n) => `${plans(n)} erstellt`,
  confirmed: (n, files) => `${episodes(files)} aus ${count(n, 'Plan', 'Plänen')} gespeichert`,
  stopped: 'Vor den übrigen angehalten.',
  failures: (n) => `${folders(n)} ohne Erfolg:`,
  notCertainNow: 'Der Plan hat sich geändert oder hat ein Problem. Sehen Sie ihn zuerst an.',
  showAll: (n) => `Alle ${number.format(n)} zeigen`,
  mayNotPropose: 'Mit Ihrem Token können Sie keine Pläne erstellen.',
}
