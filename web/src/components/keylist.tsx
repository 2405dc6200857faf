import { text } from '../strings.ts'
import { Modal } from './modal.tsx'

/** What the keys do. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={text.shortcuts.title} testid="keys-dialog" onClose={onClose}>
      <dl class="keys">
        {text.shortcuts.list.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
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
