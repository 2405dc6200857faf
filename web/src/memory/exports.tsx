import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { copy } from '../projects/copy.ts'
import { loadDrawing, type Detail, type Neighbour } from './data.ts'
import { episodeMarkdown } from './markdown.ts'
import { text } from './strings.ts'

/** Takes the episode to other places: as Markdown, Mermaid or SVG. */
export function Exports({ episode, neighbours }: { episode: Detail; neighbours: Neighbour[] }) {
  const [result, setResult] = useState('')
  const report = async (work: Promise<string>) => {
    setResult('')
    setResult(await work.catch((error: ApiError) => `${text.drawFailed} ${error.message}`))
  }
  const copied = async (written: string) => ((await copy(written)) ? text.copied : text.copyFailed)
  const mermaid = async () => copied(await loadDrawing(episode.id, 'mermaid'))
  const svg = async () => {
    save(await loadDrawing(episode.id, 'svg'), `episode-${episode.id}.svg`)
    return ''
  }
  return (
    <div class="m-exports">
      <button class="secondary small" onClick={() => void report(copied(episodeMarkdown(episode, neighbours)))}>
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
