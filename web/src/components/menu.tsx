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
      if (menu.current?.contains(event.target as Node) === false) menu.current.open = false
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
  return (
    <details
      ref={menu}
      class={`menu ${name}`}
      data-testid={testId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        event.stopPropagation()
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary class={summaryClass}>{summary}</summary>
      {children}
    </details>
  )
}
