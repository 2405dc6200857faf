import { text } from '../strings.ts'
import { Modal } from './modal.tsx'

interface Props {
  keys: [string[], string][]
  onClose: () => void
}

/** Lists the keyboard shortcuts. */
export function KeyList({ keys, onClose }: Props) {
  return (
    <Modal title={text.shortcuts.title} testid="keys-dialog" onClose={onClose}>
      <dl class="keys">
        {keys.map(([names, description]) => (
          <div key={description}>
            <dt>
              {names.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <button class="secondary" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Modal>
  )
}
