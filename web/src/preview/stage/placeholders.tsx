import { forwardRef, useEffect, useState } from 'preact/compat'
import type { CSSProperties, ImgHTMLAttributes } from 'preact'

/** Placeholders for media: the preview has neither network nor sound. */

type Style = { style?: CSSProperties; className?: string }
type Media = Style & { src?: string; name?: string }

/** Called for sound, which has no visible placeholder. */
export const soundListener = { onSound: (_src: string): void => {} }

/** Shows an image from a data: address, and a labelled box if it would have to be fetched. */
export const Img = forwardRef<HTMLImageElement, ImgHTMLAttributes<HTMLImageElement> & Media>(function Img(props, ref) {
  const [failed, setFailed] = useState('')
  const { src = '' } = props
  if (failed === src && src !== '') return <Placeholder what="Image" {...props} />
  return <img {...(props as object)} ref={ref as never} onError={() => setFailed(src)} />
})

/** Sound, which shows nothing. */
export function Audio({ src = '' }: Media) {
  useEffect(() => soundListener.onSound(src), [src])
  return null
}

/** Components shown as a labelled box. */
export const Video = (props: Media) => <Placeholder what="Video" {...props} />
export const IFrame = (props: Media) => <Placeholder what="Web page" {...props} />
export const AnimatedImage = (props: Media) => <Placeholder what="Animated image" {...props} />

function Placeholder({ what, src, style, className }: Media & { what: string }) {
  return (
    <div className={className} style={{ ...box, ...style }}>
      <strong>{what}</strong>
      <span style={{ fontSize: 24, opacity: 0.8, overflowWrap: 'anywhere' }}>{shortAddress(src)}</span>
    </div>
  )
}

const box: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  boxSizing: 'border-box',
  minWidth: 240,
  minHeight: 135,
  padding: 16,
  overflow: 'hidden',
  border: '2px dashed #8b929b',
  background: '#2a2f36',
  color: '#e5e7ea',
  fontFamily: 'system-ui, sans-serif',
  fontSize: 32,
  textAlign: 'center',
}

/** Shortens an address for display: without the content of a data address and without a query. */
function shortAddress(src: unknown): string {
  if (typeof src !== 'string') return ''
  if (src.startsWith('data:image/svg+xml;plotline=')) return decodeURIComponent(src.slice(28).split(',')[0] ?? '')
  return src.startsWith('data:') ? 'from a data address' : src.replace(/[?#].*$/, '').slice(0, 120)
}

/** Returns an address for a static file of the video: an image that shows its name. */
export function staticFile(name: string): string {
  const label = encodeURIComponent(String(name).replace(/^\/+/, ''))
  const shown = String(name).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="#2a2f36"/>' +
    `<text x="320" y="196" fill="#e5e7ea" font-family="system-ui, sans-serif" font-size="44" text-anchor="middle">${shown}</text></svg>`
  return `data:image/svg+xml;plotline=${label},${encodeURIComponent(svg)}`
}
