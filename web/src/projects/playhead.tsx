import { useLayoutEffect, useRef } from 'preact/hooks'
import { Store, useStore } from '../store.ts'

/** Where the film is: a scene, and the share of it that was played. Null while no film is shown. */
export const played = new Store<{ at: { sceneId: string; share: number } | null }>({ at: null })

/** The scene that the film plays. A store of its own, because `played` changes with each frame. */
export const playedScene = new Store<{ sceneId: string | null }>({ sceneId: null })

/** A line across the timeline that shows where the film is. Each block may have its own scale. */
export function Playhead({ list }: { list: { current: HTMLElement | null } }) {
  const { at } = useStore(played)
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const link = at === null ? null : list.current?.querySelector<HTMLElement>(`[data-scene-id="${CSS.escape(at.sceneId)}"]`)
    const block = link?.parentElement
    if (at === null || block == null || line.current === null) return
    line.current.style.left = `${block.offsetLeft + block.offsetWidth * at.share}px`
  }, [at])
  if (at === null) return null
  return <div ref={line} class="playhead" aria-hidden="true" data-testid="playhead" data-scene-id={at.sceneId} />
}
