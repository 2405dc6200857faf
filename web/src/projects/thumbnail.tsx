import { useEffect, useRef } from 'preact/hooks'
import { useStore } from '../store.ts'
import { readPreview } from './routes.ts'
import type { SceneSummary } from './scene.ts'
import { thumbnailKey, thumbnails, wantThumbnail } from './thumbnails.ts'

interface Props {
  projectId: string
  scene: SceneSummary
}

/** A strip with small pictures of a scene. It is drawn when it can be seen. */
export function Thumbnail({ projectId, scene: { sceneId, version } }: Props) {
  const key = thumbnailKey(projectId, sceneId, version)
  const url = useStore(thumbnails).byKey.get(key)
  const strip = useRef<HTMLSpanElement>(null)
  // The picture of the version before stays until there is another.
  const lastUrl = useRef(url)
  if (url !== undefined) lastUrl.current = url
  useEffect(() => {
    const element = strip.current
    if (element === null || url !== undefined) return
    let withdraw = () => {}
    const watch = new IntersectionObserver(([entry]) => {
      withdraw()
      withdraw = entry?.isIntersecting === true ? wantThumbnail(key, () => readPreview(projectId, sceneId, version)) : () => {}
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      withdraw()
    }
  }, [key, url])
  const shown = lastUrl.current ?? ''
  return (
    <span
      ref={strip}
      class="thumbnail"
      aria-hidden="true"
      data-testid="thumbnail"
      data-drawn={url === undefined ? undefined : url !== ''}
      style={shown === '' ? {} : { backgroundImage: `url(${shown})` }}
    />
  )
}
