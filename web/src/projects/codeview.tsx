import { useEffect, useMemo, useState } from 'preact/hooks'
import { memo } from '../memo.ts'
import type { Token } from './colours.ts'
import { copy } from './copy.ts'
import { text } from './strings.ts'
import { useColours } from './usecolours.ts'

/** Lines that are drawn, and skipped while they are out of sight, together; code.css knows the number. */
const BLOCK = 100
const FIRST_BLOCKS = 3
const MORE_BLOCKS = 8

interface Props {
  code: string
  name: string
}

/** Code as it is, with the number of each line beside it. */
export function CodeView({ code, name }: Props) {
  const lines = useColours(code)
  const blocks = useMemo(() => blocksOf(lines), [lines])
  const drawn = useGrowing(blocks.length)
  return (
    <section class="code-part">
      <div class="code-tools">
        <span class="muted">{text.lines(lines.length)}</span>
        <CopyButton code={code} />
      </div>
      <div class="code" tabIndex={0} role="region" aria-label={text.codeOf(name)} data-testid="code">
        <pre style={{ '--digits': String(lines.length).length }}>
          <code>
            {blocks.slice(0, drawn).map((block, index) => (
              <Block key={index} lines={block} first={index * BLOCK + 1} last={index === blocks.length - 1} />
            ))}
          </code>
        </pre>
      </div>
    </section>
  )
}

const Block = memo<{ lines: Token[][]; first: number; last: boolean }>(({ lines, first, last }) => (
  <span class={last ? 'code-block code-end' : 'code-block'}>
    {lines.map((tokens, index) => (
      <span key={index} class="code-line" data-line={first + index}>
        {draw(tokens)}
        {!(last && index === lines.length - 1) && '\n'}
      </span>
    ))}
  </span>
))

/** What is no kind of its own needs no element of its own. */
export function draw(tokens: Token[]) {
  return tokens.map(({ text, kind }, index) => (kind === '' ? text : <span key={index} class={kind}>{text}</span>))
}

function blocksOf(lines: Token[][]): Token[][][] {
  return Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, at) => lines.slice(at * BLOCK, (at + 1) * BLOCK))
}

/** How many blocks to draw: at first what fills any screen, the rest bit by bit, so that nothing ever stands still. */
function useGrowing(all: number): number {
  const [drawn, setDrawn] = useState(FIRST_BLOCKS)
  useEffect(() => {
    if (drawn >= all) return
    const timer = setTimeout(() => setDrawn(drawn + MORE_BLOCKS))
    return () => clearTimeout(timer)
  }, [drawn, all])
  return drawn
}

/** In milliseconds: as long as it takes to read what came of it. */
const TOLD = 3_000

function CopyButton({ code }: { code: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), TOLD)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <>
      <span class="muted" role="status">
        {said}
      </span>
      <button
        class="secondary small"
        data-testid="copy"
        onClick={() => void copy(code).then((done) => setSaid(done ? text.copied : text.notCopied))}
      >
        {text.copy}
      </button>
    </>
  )
}
