import { useEffect } from 'preact/hooks'
import { KeyList } from '../components/keylist.tsx'
import { useKeys, type KeyListState } from '../keys.ts'
import type { ProjectTarget } from '../router.ts'
import { text as common } from '../strings.ts'
import './code.css'
import './projects.css'
import './scene.css'
import './timeline.css'
import { ProjectList } from './projectlist.tsx'
import { ProjectPage } from './projectpage.tsx'
import { text } from './strings.ts'

interface Props {
  target: ProjectTarget
  cause: 'decision' | 'navigation' | 'load'
  keys: KeyListState
}

/** The projects pages: the list, or one project. */
export function ProjectsBoard({ target, cause, keys }: Props) {
  const { projectId } = target
  useKeys({ '?': () => keys.show(true) })
  useEffect(() => {
    if (projectId === null) document.title = [common.projects, common.product].join(' · ')
  }, [projectId])
  return (
    <>
      <main id="content" class="board" tabIndex={-1}>
        {projectId === null ? <ProjectList /> : <ProjectPage key={projectId} {...target} projectId={projectId} cause={cause} />}
        <footer class="board-footer">
          <a href="/api/docs/">{common.restDocs}</a>
          <button class="quiet" onClick={() => keys.show(true)}>
            {common.keys} <kbd>?</kbd>
          </button>
        </footer>
      </main>
      {keys.shown && <KeyList keys={text.shortcuts} onClose={() => keys.show(false)} />}
    </>
  )
}
