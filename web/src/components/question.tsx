import { usePause } from '../pause.ts'
import { questions, type PendingQuestion } from '../questions.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { escapeInvisible } from '../escape.ts'
import { Modal } from './modal.tsx'
import { RenameCells } from './renamecells.tsx'
import { Warning } from './warning.tsx'

/** Shows the questions of agents, one at a time. */
export function Question() {
  const { queue } = useStore(questions)
  const question = queue[0]
  return question === undefined ? null : <QuestionDialog key={question.key} question={question} remaining={queue.length - 1} />
}

/** A rename that an agent waits for, as a dialog. Closing it means no. */
function QuestionDialog({ question, remaining }: { question: PendingQuestion; remaining: number }) {
  const { files, mediaFolderPath, problems, answer } = question
  const paused = usePause(true)
  return (
    <Modal wide title={text.question.title(files.length)} testid="question" onClose={() => answer(false)}>
      <p class="path">
        <bdi>{escapeInvisible(mediaFolderPath)}</bdi>
      </p>
      {problems.map((line) => (
        <p key={line} class="plan-problem error">
          <Warning /> {escapeInvisible(line)}
        </p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label={text.rowsOf(mediaFolderPath)}>
        <table role="table" class="rows rename no-checkbox">
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
        {text.question.note} {remaining > 0 && text.question.more(remaining)}
      </p>
      <div class="buttons">
        <button class="secondary" disabled={paused} data-testid="question-no" onClick={() => answer(false)}>
          {text.question.cancel}
        </button>
        <button class="primary" disabled={paused} data-testid="question-yes" onClick={() => answer(true)}>
          {text.question.confirm(files.length)}
        </button>
      </div>
    </Modal>
  )
}
