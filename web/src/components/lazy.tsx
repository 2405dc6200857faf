import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../strings.ts'

interface Props<P> {
  load: () => Promise<ComponentType<P>>
  props: P
  /** Draws nothing while it is loaded, or if it cannot be. */
  quiet?: boolean
}

/** Loads a component when it is first drawn. `load` must stay the same function. */
export function Lazy<P extends object>({ load, props, quiet = false }: Props<P>) {
  const [state, setState] = useState<{ Content: ComponentType<P> | null; failed: boolean }>({ Content: null, failed: false })
  useEffect(() => {
    let mounted = true
    const show = (Content: ComponentType<P> | null) => mounted && setState({ Content, failed: Content === null })
    load().then(show, () => show(null))
    return () => void (mounted = false)
  }, [load])
  const { Content, failed } = state
  if (Content !== null) return <Content {...props} />
  if (quiet) return null
  if (!failed) return <p class="hint">{text.loading}</p>
  return (
    <section class="empty" role="alert" data-testid="part-failure">
      <p>{text.pageFailed}</p>
      <button class="secondary" onClick={() => location.reload()}>
        {text.reload}
      </button>
    </section>
  )
}
