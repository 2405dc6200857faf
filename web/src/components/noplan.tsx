import { useEffect, useRef } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { followLink, LIBRARY, planUrl, route } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'

/** The placeholder if no plan is selected or none exists. */
export function NoPlan() {
  const { plans } = useStore(inbox)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (route.value.cause === 'decision') heading.current?.focus()
  }, [])
  if (plans === null) return null
  if (plans.length > 0) return <p class="hint wide-only">{text.selectPlan}</p>
  return (
    <section class="empty" data-testid="empty">
      <h2 ref={heading} tabIndex={-1}>{text.noPlans}</h2>
      {text.noPlansHint.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{text.libraryHint}</p>
      <p>
        <a href={planUrl(LIBRARY)} onClick={followLink}>
          {text.library}
        </a>
      </p>
    </section>
  )
}
