import type { ComponentChildren, Ref } from 'preact'
import { useState } from 'preact/hooks'
import { reveal } from '../reveal.ts'
import { WIDE_SCREEN } from '../screen.ts'

/** The parts that a person has opened stay open from one episode to the next. */
const opened = new Set<string>()

interface Props {
  /** Identifies the part. */
  name: string
  title: string
  /** How many there are, beside the title. */
  count?: string
  /** What it holds is asked for, so it is open. */
  isAsked?: boolean
  /** Stays in reach while the part is closed. */
  action?: ComponentChildren
  summary?: Ref<HTMLElement>
  children: () => ComponentChildren
}

/** A part of an open episode that is folded until a person asks for it. Its content is drawn only then. */
export function Fold({ name, title, count, isAsked = false, action, summary, children }: Props) {
  const [isOpen, setIsOpen] = useState(opened.has(name))
  const shown = isOpen || isAsked
  return (
    <div class="m-fold">
      <details
        open={shown}
        data-testid={`part-${name}`}
        onToggle={({ currentTarget: part }) => {
          const { open } = part
          if (open === shown) return
          if (open) opened.add(name)
          else opened.delete(name)
          setIsOpen(open)
          // With its content. Where no keyboard of a phone would cover that, one can type at once.
          if (open) requestAnimationFrame(() => reveal(part, matchMedia(WIDE_SCREEN).matches ? part.querySelector<HTMLElement>('[role=combobox]') : null))
        }}
      >
        <summary ref={summary}>
          {title} {count !== undefined && <span class="m-count">{count}</span>}
        </summary>
        {shown && children()}
      </details>
      {action}
    </div>
  )
}
