import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Props {
  class: string
  summaryClass: string
  summary: ComponentChildren
  testId?: string
  children: ComponentChildren
}

/** A menu that closes with Escape, and when the pointer is pressed elsewhere. */
export function Menu({ class: name, summaryClass, summary, testId, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (menu.current?.open !== true || menu.current.contains(event.target as Node)) return
      menu.current.open = false
      if (event.pointerType === 'touch') ignoreTap()
    }
    // The focus may be outside, after a click on what takes none.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return
      event.stopPropagation()
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [])
  return (
    <details
      ref={menu}
      class={`menu ${name}`}
      data-testid={testId}
    >
      <summary class={summaryClass}>{summary}</summary>
      {children}
    </details>
  )
}

/** In milliseconds: so long after the finger came down its click may come. */
const TAP = 700

/** On a phone, the tap that closes a menu does nothing else: what is below it was hidden. */
function ignoreTap(): void {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    document.removeEventListener('click', stop, true)
  }
  document.addEventListener('click', stop, true)
  setTimeout(() => document.removeEventListener('click', stop, true), TAP)
}
