import { chooseTexts, type Texts } from './languages/texts.ts'
import { language, type Language } from './locale.ts'
import './style/base.css'
import './style/layout.css'
import './style/header.css'
import './style/list.css'
import './style/plan.css'
import './style/table.css'
import './style/dialogs.css'

const languages: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  de: () => import('./languages/de.ts'),
  'zh-Hans': () => import('./languages/zh.ts'),
}

document.documentElement.lang = language
if (language !== 'en') chooseTexts((await languages[language]()).default)
const { start } = await import('./start.tsx')
start()
