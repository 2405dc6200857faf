import { useEffect, useMemo, useState } from 'preact/hooks'
import { memo } from '../memo.ts'
import type { Token } from './highlight.ts'
import { copy } from './copy.ts'
import { text } from './strings.ts'
import { useHighlighting } from './usehighlighting.ts'

/**
 * The number of lines that are drawn, or skipped while out of sight, together. code.css uses the same number.
 */
const BLOCK = 100
const FIRST_BLOCKS = 3
const MORE_BLOCKS = 8

interface Props {
  code: string
  name: string
}

/** Shows code with line numbers. */
export function CodeView({ code, name }: Props) {
  const lines = useHighlighting(code)
  const blocks = useMemo(() => blocksOf(lines), [lines])
  const drawnBlocks = useGradualCount(blocks.length)
  return (
    <section class="code-part">
      <div class="code-tools">
        <span class="muted">{text.lines(lines.length)}</span>
        <CopyButton code={code} />
      </div>
      <div class="code" tabIndex={0} role="region" aria-label={text.codeOf(name)} data-testid="code">
        <pre style={{ '--digits': String(lines.length).length }}>
          <code>
            {blocks.slice(0, drawnBlocks).map((block, index) => (
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
        {renderTokens(tokens)}
        {!(last && index === lines.length - 1) && '\n'}
      </span>
    ))}
  </span>
))

/** Draws tokens. A token without a kind needs no element. */
export function renderTokens(tokens: Token[]) {
  return tokens.map(({ text, kind }, index) => (kind === '' ? text : <span key={index} class={kind}>{text}</span>))
}

function blocksOf(lines: Token[][]): Token[][][] {
  return Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, at) => lines.slice(at * BLOCK, (at + 1) * BLOCK))
}

/**
 * Returns how many blocks to draw: first enough for any screen, then more in steps, so that the page stays
 * responsive.
 */
function useGradualCount(all: number): number {
  const [drawnBlocks, setDrawn] = useState(FIRST_BLOCKS)
  useEffect(() => {
    if (drawnBlocks >= all) return
    const timer = setTimeout(() => setDrawn(drawnBlocks + MORE_BLOCKS))
    return () => clearTimeout(timer)
  }, [drawnBlocks, all])
  return drawnBlocks
}

/** In milliseconds: long enough to read the result of copying. */
const MESSAGE_TIME = 3_000

function CopyButton({ code }: { code: string }) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(() => setMessage(''), MESSAGE_TIME)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <>
      <span class="muted" role="status">
        {message}
      </span>
      <button
        class="secondary small"
        data-testid="copy"
        onClick={() => void copy(code).then((done) => setMessage(done ? text.copied : text.notCopied))}
      >
        {text.copy}
      </button>
    </>
  )
}
