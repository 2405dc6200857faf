import type { MemoryTexts } from '../memory/strings.ts'
import type { PreviewTexts } from '../preview/strings.ts'
import type { ProjectsTexts } from '../projects/strings.ts'
import type { PagesTexts } from '../strings.ts'

/** All texts in one language, by the part of the pages that shows them. */
export interface Texts {
  pages: PagesTexts
  memory: MemoryTexts
  projects: ProjectsTexts
  preview: PreviewTexts
}

let chosen: Texts | null = null

/** Sets the texts in the language of the browser. Call it before a part is imported, because parts keep their texts. */
export function chooseTexts(texts: Texts): void {
  chosen = texts
}

/** Returns the texts of a part in the language of the browser, or in English. */
export function textsOf<Part extends keyof Texts>(part: Part, english: Texts[Part]): Texts[Part] {
  return chosen === null ? english : chosen[part]
}
