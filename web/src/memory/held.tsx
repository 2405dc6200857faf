import { Countdown } from '../components/countdown.tsx'
import { keepHeld, type HeldBack } from '../heldback.ts'
import { text as common } from '../strings.ts'

interface Props {
  held: HeldBack
  text: string
  onKeep?: () => void
}

/** Says that something will be deleted, and offers to keep it. */
export function Held({ held, text, onKeep }: Props) {
  const keep = () => {
    keepHeld(held.key)
    onKeep?.()
  }
  return (
    <span class="m-held-note" data-testid="held">
      <span>
        {text} <Countdown until={held.until} />
      </span>
      <button type="button" class="secondary small" data-testid="keep" onClick={keep}>
        {common.keep}
      </button>
    </span>
  )
}
