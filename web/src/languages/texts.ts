import type { LibraryTexts } from '../library/strings.ts'
import type { MemoryTexts } from '../memory/strings.ts'
import type { PreviewTexts } from '../preview/strings.ts'
import type { ProjectsTexts } from '../projects/strings.ts'
import type { RecordedTexts } from '../recorded/strings.ts'
import type { PagesTexts } from '../strings.ts'

/** All texts in one language, by the part of the pages that shows them. */
export interface Texts {
  pages: PagesTexts
  library: LibraryTexts
  memory: MemoryTexts
  projects: ProjectsTexts
  preview: PreviewTexts
  recorded: RecordedTexts
}

let chosen: Texts | null = null

/** The texts of parts that were imported before the choice: the texts of a language import parts themselves. */
const made: Partial<Texts> = {}

/** Sets the texts in the language of the browser. */
export function chooseTexts(texts: Texts): void {
  chosen = texts
  for (const part of Object.keys(made) as (keyof Texts)[]) Object.assign(made[part]!, texts[part])
}

/** Returns the texts of a part in the language of the browser, or in English. */
export function textsOf<Part extends keyof Texts>(part: Part, english: Texts[Part]): Texts[Part] {
  if (chosen !== null) return chosen[part]
  Object.assign(made, { [part]: english })
  return english
}
