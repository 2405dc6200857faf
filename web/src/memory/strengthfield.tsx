import { useId } from 'preact/hooks'
import { text } from './strings.ts'

/** How strong a relationship is, from 0 to 1. */
export function StrengthField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const id = useId()
  return (
    <div>
      <label for={id}>{text.relate.strength}</label>
      <div class="m-strength">
        <input
          id={id}
          type="range"
          min="0"
          max="1"
          step="0.05"
          data-testid="strength"
          value={value}
          onInput={(event) => onChange(Number(event.currentTarget.value))}
        />
        <output for={id}>{Math.round(value * 100) / 100}</output>
      </div>
    </div>
  )
}
