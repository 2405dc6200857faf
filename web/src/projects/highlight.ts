import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { parser } from '@lezer/javascript'

/** Syntax highlighting with Lezer's grammar of TypeScript with JSX. Loaded when code is first shown. */

/** A part of a line and its kind: a class name of code.css, or "". */
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

/** Returns the tokens of every line. Joined, with line feeds between the lines, they equal the code. */
export function highlight(code: string): Token[][] {
  const lines: Token[][] = [[]]
  const addToken = (text: string, kind: string) => lines.at(-1)!.push({ text, kind })
  highlightCode(code, tsx.parse(code), kinds, addToken, () => lines.push([]))
  return lines
}
