import { text } from '../strings.ts'

/** The field that narrows a list to names with a text. */
export function NameFilter({ value, onChange, testId }: { value: string; onChange: (value: string) => void; testId: string }) {
  return (
    <label class="filter">
      <span>{text.filter}</span>
      <input type="search" placeholder={text.filterHint} data-testid={testId} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </label>
  )
}
