import { questions } from '../questions.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { Modal } from './modal.tsx'
import { RenameCells } from './row.tsx'
import { Warning } from './warning.tsx'

/** The rename that an agent asks about and waits for, over everything; to close it is to say no. */
export function Question() {
  const { queue } = useStore(questions)
  const asked = queue[0]
  if (asked === undefined) return null
  const { files, mediaFolderPath, problems, answer } = asked
  return (
    <Modal key={asked.key} wide title={text.question.title(files.length)} testid="question" onClose={() => answer(false)}>
      <p class="path">
        <bdi>{mediaFolderPath}</bdi>
      </p>
      {problems.map((line) => (
        <p key={line} class="whole bad">
          <Warning /> {line}
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
        {text.question.note} {queue.length > 1 && text.question.more(queue.length - 1)}
      </p>
      <div class="buttons">
        <button class="secondary" data-testid="question-no" onClick={() => answer(false)}>
          {text.question.no}
        </button>
        <button class="primary" data-testid="question-yes" onClick={() => answer(true)}>
          {text.question.yes(files.length)}
        </button>
      </div>
    </Modal>
  )
}
