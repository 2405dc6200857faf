import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { copy } from '../projects/copy.ts'
import { ALL_NEIGHBOURS, loadDrawing, loadNeighbours, type Detail } from './data.ts'
import { episodeMarkdown } from './markdown.ts'
import { text } from './strings.ts'

/** Of a hub, the Markdown has so many relationships, the strongest. */
const MOST = 100

/** Takes the episode to other places: as Markdown, Mermaid or SVG. */
export function Exports({ episode }: { episode: Detail }) {
  const [result, setResult] = useState('')
  const report = async (work: Promise<string>) => {
    setResult('')
    setResult(await work.catch((error: ApiError) => `${text.exportFailed} ${error.message}`))
  }
  const copied = async (written: string) => ((await copy(written)) ? text.copied : text.copyFailed)
  const markdown = async () => {
    const { body } = await loadNeighbours(episode.id, ALL_NEIGHBOURS, '', MOST)
    return copied(episodeMarkdown(episode, body.neighbours, body.count))
  }
  const mermaid = async () => copied(await loadDrawing(episode.id, 'mermaid'))
  const svg = async () => {
    save(await loadDrawing(episode.id, 'svg'), `episode-${episode.id}.svg`)
    return text.saved
  }
  return (
    <div class="m-exports">
      <button class="secondary small" onClick={() => void report(markdown())}>
        {text.copyMarkdown}
      </button>
      <button class="secondary small" onClick={() => void report(mermaid())}>
        {text.copyMermaid}
      </button>
      <button class="secondary small" onClick={() => void report(svg())}>
        {text.saveSvg}
      </button>
      <p role="status" class="muted" data-testid="export-result">
        {result}
      </p>
    </div>
  )
}

function save(svg: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
