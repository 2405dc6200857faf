import { useEffect } from 'preact/hooks'
import { KeyList } from '../components/keylist.tsx'
import type { ShownKeys } from '../components/plansboard.tsx'
import { useKeys } from '../keys.ts'
import type { ProjectPlace } from '../router.ts'
import { text as common } from '../strings.ts'
import './code.css'
import './projects.css'
import './scene.css'
import './timeline.css'
import { ProjectList } from './projectlist.tsx'
import { ProjectPage } from './projectpage.tsx'
import { text } from './strings.ts'

interface Props {
  place: ProjectPlace
  by: 'decision' | 'hand' | 'load'
  keys: ShownKeys
}

/** The projects pages: the list, or one project. */
export function ProjectsBoard({ place, by, keys }: Props) {
  const { projectId } = place
  useKeys({ '?': () => keys.show(true) })
  useEffect(() => {
    document.title = [projectId ?? '', common.projects, common.product].filter((part) => part !== '').join(' · ')
  }, [projectId])
  return (
    <>
      <main id="content" class="board" tabIndex={-1}>
        {projectId === null ? <ProjectList /> : <ProjectPage key={projectId} {...place} projectId={projectId} by={by} />}
        <footer class="board-foot">
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
