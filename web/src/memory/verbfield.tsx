import { useId } from 'preact/hooks'
import { SENTENCES, text } from './strings.ts'

/** What an episode does to another one. */
export type Verb = (typeof SENTENCES)[number]

interface Props {
  value: Verb
  testid: string
  onChange: (verb: Verb) => void
}

/** The choice of a verb between two episodes. */
export function VerbField({ value, testid, onChange }: Props) {
  const id = useId()
  return (
    <>
      <label for={id}>{text.relate.type}</label>
      <select
        id={id}
        data-testid={testid}
        value={SENTENCES.findIndex(({ type, direction }) => type === value.type && direction === value.direction)}
        onChange={(event) => onChange(SENTENCES[Number(event.currentTarget.value)]!)}
      >
        {SENTENCES.map(({ type, direction }, i) => (
          <option key={i} value={i}>
            {text.verb(type, direction)}
          </option>
        ))}
      </select>
    </>
  )
}
