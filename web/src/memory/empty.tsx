import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { about } from '../about.ts'
import { copy } from '../projects/copy.ts'
import { useStore } from '../store.ts'
import { text } from './strings.ts'

/** What the page shows before the first episode: three ways to begin. */
export function Empty({ children }: { children: ComponentChildren }) {
  const { known } = useStore(about)
  return (
    <section class="m-empty" data-testid="memory-empty">
      <h2>{text.empty.title}</h2>
      <p class="muted">{text.empty.note}</p>
      <ul>
        {text.empty.starts(known).map(([title, note, line]) => (
          <li key={line}>
            <h3>{title}</h3>
            <p class="muted">{note}</p>
            <Line line={line} />
          </li>
        ))}
      </ul>
      <p class="muted">{text.empty.example}</p>
      <Line line={text.empty.exampleLine(known)} />
      {children}
    </section>
  )
}

/** A command to copy. */
export function Line({ line }: { line: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <p class="m-command">
      <code>{line.split(' ').flatMap((word) => [<span>{word}</span>, ' '])}</code>
      <button
        class="secondary small"
        aria-label={`${text.empty.copy}: ${line}`}
        onClick={() => void copy(line).then((done) => setCopied(done))}
      >
        {copied ? text.copied : text.empty.copy}
      </button>
    </p>
  )
}
