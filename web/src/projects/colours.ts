import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { parser } from '@lezer/javascript'

/** The colours of code, by Lezer's grammar of TypeScript with JSX; loaded when code is first shown. */

/** A stretch of a line, and what it is: the name of a class in code.css, or nothing. */
export interface Token {
  text: string
  kind: string
}

const tsx = parser.configure({ dialect: 'ts jsx' })

const kinds = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self], class: 'is-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue, tags.escape], class: 'is-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'is-number' },
  { tag: tags.comment, class: 'is-comment' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: 'is-function' },
  { tag: [tags.tagName, tags.standard(tags.tagName)], class: 'is-tag' },
  { tag: tags.attributeName, class: 'is-attribute' },
  { tag: [tags.typeName, tags.className, tags.namespace], class: 'is-type' },
  { tag: tags.invalid, class: 'is-invalid' },
])

/** The tokens of every line. Joined, with line feeds between the lines, they are the code again. */
export function colour(code: string): Token[][] {
  const lines: Token[][] = [[]]
  const put = (text: string, kind: string) => lines.at(-1)!.push({ text, kind })
  highlightCode(code, tsx.parse(code), kinds, put, () => lines.push([]))
  return lines
}
