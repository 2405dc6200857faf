import type { Texts } from './texts.ts'
export default {} as Texts
