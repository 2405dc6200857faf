import { useEffect, useRef } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { route } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'

/** The placeholder if no plan is chosen or none exists. */
export function NoPlan() {
  const { plans } = useStore(inbox)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (route.value.by === 'decision') heading.current?.focus()
  }, [])
  if (plans === null) return null
  if (plans.length > 0) return <p class="hint only-wide">{text.choose}</p>
  return (
    <section class="empty" data-testid="empty">
      <h2 ref={heading} tabIndex={-1}>{text.nothingWaits}</h2>
      {text.nothingWaitsHow.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}
