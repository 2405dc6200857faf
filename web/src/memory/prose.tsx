import { useEffect, useRef, useState } from 'preact/hooks'
import './prose.css'
import { text } from './strings.ts'

/** In characters: a longer text is folded, so that what follows stays in sight. */
const LONG = 700

type Drawing = typeof import('./markdownview.tsx')

let drawing: Drawing | null = null

/** Returns the part that draws Markdown once it is loaded. Until then, and if that fails, texts are shown as they are. */
function useDrawing(): Drawing | null {
  const [, redraw] = useState(drawing !== null)
  useEffect(() => {
    if (drawing !== null) return
    const show = (part: Drawing) => {
      drawing = part
      redraw(true)
    }
    import('./markdownview.tsx').then(show, () => undefined)
  }, [])
  return drawing
}

/** A text as Markdown. */
export function Prose({ source }: { source: string }) {
  const Markdown = useDrawing()?.Markdown
  return (
    <div class={Markdown === undefined ? 'm-prose m-raw' : 'm-prose'} dir="auto" data-testid="prose">
      {Markdown === undefined ? source : <Markdown source={source} />}
    </div>
  )
}

/** A text with its heading, which stays in sight while a long text scrolls. */
export function ProseSection({ title, source }: { title: string; source: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const isLong = source.length > LONG * 1.3 // a fold that hides two lines is of no use
  const isFolded = isLong && !isOpen
  const fold = () => {
    setIsOpen(false)
    more.current?.focus({ preventScroll: true })
    requestAnimationFrame(() => head.current?.parentElement?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section class={isFolded ? 'm-text m-folded' : 'm-text'}>
      <div ref={head} class={isLong && isOpen ? 'm-text-head m-sticky' : 'm-text-head'}>
        <h3>{title}</h3>
        {isLong && isOpen && (
          <button class="quiet small" data-testid="fold" onClick={fold}>
            {text.fold}
          </button>
        )}
      </div>
      <Prose source={isFolded ? beginning(source) : source} />
      {isLong && (
        <button ref={more} class="quiet small" aria-expanded={isOpen} data-testid="unfold" onClick={() => (isOpen ? fold() : setIsOpen(true))}>
          {isOpen ? text.fold : text.unfold}
        </button>
      )}
    </section>
  )
}

/** Returns the first part of a long text, up to the end of a line or a word if one is near. */
function beginning(source: string): string {
  const part = source.slice(0, LONG)
  const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '))
  return part.slice(0, end > LONG / 2 ? end : LONG).trimEnd() + ' …'
}
