import MarkdownIt, { type Token } from 'markdown-it'
import { h, type ComponentChildren } from 'preact'
import { text } from './strings.ts'

/**
 * Draws texts of episodes as Markdown. Agents write these texts, so they may be hostile. No HTML is made of them at any
 * time: the parser gives tokens, and each token becomes an element of a short list, with no attribute but an address.
 */

/** Deeper lists and quotes are drawn as plain text. */
const MAX_NESTING = 20

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
parser.set({ maxNesting: MAX_NESTING })
parser.disable('image')
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
parser.validateLink = (address) => /^https?:\/\//i.test(address)

/** What a token may become. All headings are one level below those of the page, so that no level is left out. */
const ELEMENTS: Record<string, string> = {
  p: 'p', ul: 'ul', ol: 'ol', li: 'li', blockquote: 'blockquote', hr: 'hr', br: 'br',
  table: 'table', thead: 'thead', tbody: 'tbody', tr: 'tr', th: 'th', td: 'td',
  strong: 'strong', em: 'em', s: 's', h1: 'h4', h2: 'h4', h3: 'h4', h4: 'h4', h5: 'h4', h6: 'h4',
}

export function Markdown({ source }: { source: string }) {
  const room = { left: MOST_PARTS }
  const drawn = draw(parser.parse(source, {}), room)
  if (room.left > 0) return <>{drawn}</>
  return (
    <>
      {drawn}
      <p class="m-md-rest">{text.partDrawn}</p>
      <details class="m-md-all" data-testid="as-written">
        <summary>{text.asWritten}</summary>
        <div class="m-raw">{source}</div>
      </details>
    </>
  )
}

/**
 * How many elements and pieces of text are drawn. A text of 64 KB can have 30,000 cells of a table, which take a browser
 * two seconds to lay out.
 */
const MOST_PARTS = 3_000

interface Open {
  token: Token | null
  children: ComponentChildren[]
}

/** Draws tokens as long as there is room. What is open then is closed. */
function draw(tokens: Token[], room: { left: number }): ComponentChildren[] {
  const open: Open[] = [{ token: null, children: [] }]
  const close = () => {
    const closed = open.pop()!
    open.at(-1)!.children.push(element(closed))
  }
  for (const token of tokens) {
    if (room.left <= 0) break
    if (token.nesting === -1) {
      close()
      continue
    }
    room.left--
    if (token.nesting === 1) open.push({ token, children: [] })
    else open.at(-1)!.children.push(token.type === 'inline' ? draw(unwrapped(token), room) : leaf(token))
  }
  while (open.length > 1) close()
  return open[0]!.children
}

/** In characters: how long the longest line of a text is that a program or a person has wrapped, such as the body of a commit. */
const WRAPPED = { least: 50, most: 100 }

/**
 * Returns the parts of a paragraph. If nowhere the next word would have fitted into the longest line, the text was only
 * wrapped, and a space stands for the end of a line. Agents mean the ends of other lines.
 */
function unwrapped({ content, children }: Token): Token[] {
  const parts = children ?? []
  const lines = content.split('\n')
  const width = Math.max(...lines.map(({ length }) => length))
  if (width < WRAPPED.least || width > WRAPPED.most) return parts
  const isFull = (line: string, i: number) => i === lines.length - 1 || line.length + 1 + lines[i + 1]!.split(' ', 1)[0]!.length > width
  if (!lines.every(isFull)) return parts
  return parts.map((part) => (part.type === 'softbreak' ? ({ ...part, type: 'text', content: ' ' } as Token) : part))
}

function leaf(token: Token): ComponentChildren {
  switch (token.type) {
    case 'code_inline':
      return <code>{token.content}</code>
    case 'fence':
    case 'code_block':
      // A code scrolls sideways, by the keyboard too.
      return (
        <pre tabIndex={0}>
          <code>{token.content.replace(/\n$/, '')}</code>
        </pre>
      )
    case 'softbreak':
    case 'hardbreak':
      return <br />
    case 'hr':
      return <hr />
    default:
      return token.content
  }
}

function element({ token, children }: Open): ComponentChildren {
  if (token === null || token.hidden) return children
  if (token.type === 'link_open') {
    const address = String(token.attrGet('href') ?? '')
    return parser.validateLink(address) ? (
      <a href={address} rel="noopener noreferrer nofollow" target="_blank">
        {children}
      </a>
    ) : (
      children
    )
  }
  const name = ELEMENTS[token.tag]
  if (name === undefined) return children
  if (name === 'table') {
    return (
      <div class="m-md-scroll" tabIndex={0} role="region" aria-label={text.tableIn}>
        <table>{children}</table>
      </div>
    )
  }
  const start = name === 'ol' ? Number(token.attrGet('start') ?? 1) : 1
  return h(name, start === 1 ? null : { start }, children)
}
