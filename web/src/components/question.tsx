import { usePause } from '../pause.ts'
import { questions, type Asked } from '../questions.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { visible } from '../visible.ts'
import { Modal } from './modal.tsx'
import { RenameCells } from './row.tsx'
import { Warning } from './warning.tsx'

/** Shows the questions of agents, one at a time. */
export function Question() {
  const { queue } = useStore(questions)
  const asked = queue[0]
  return asked === undefined ? null : <Ask key={asked.key} asked={asked} more={queue.length - 1} />
}

/** A rename that an agent waits for, as a dialog. Closing it means no. */
function Ask({ asked, more }: { asked: Asked; more: number }) {
  const { files, mediaFolderPath, problems, answer } = asked
  const paused = usePause(true)
  return (
    <Modal wide title={text.question.title(files.length)} testid="question" onClose={() => answer(false)}>
      <p class="path">
        <bdi>{visible(mediaFolderPath)}</bdi>
      </p>
      {problems.map((line) => (
        <p key={line} class="whole bad">
          <Warning /> {visible(line)}
        </p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label={text.rowsOf(mediaFolderPath)}>
        <table role="table" class="rows rename no-check">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader">{text.from}</th>
              <th role="columnheader">{text.to}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {files.map((file, index) => (
              <tr key={index} role="row" class="row">
                <RenameCells file={file} folder={mediaFolderPath} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted">
        {text.question.note} {more > 0 && text.question.more(more)}
      </p>
      <div class="buttons">
        <button class="secondary" disabled={paused} data-testid="question-no" onClick={() => answer(false)}>
          {text.question.no}
        </button>
        <button class="primary" disabled={paused} data-testid="question-yes" onClick={() => answer(true)}>
          {text.question.yes(files.length)}
        </button>
      </div>
    </Modal>
  )
}
