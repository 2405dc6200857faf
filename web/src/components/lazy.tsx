import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../strings.ts'

interface Props<P> {
  load: () => Promise<ComponentType<P>>
  props: P
}

/** Loads a component when it is first drawn. `load` must stay the same function. */
export function Lazy<P extends object>({ load, props }: Props<P>) {
  const [state, setState] = useState<{ Part: ComponentType<P> | null; failed: boolean }>({ Part: null, failed: false })
  useEffect(() => {
    let wanted = true
    const show = (Part: ComponentType<P> | null) => wanted && setState({ Part, failed: Part === null })
    load().then(show, () => show(null))
    return () => void (wanted = false)
  }, [load])
  const { Part, failed } = state
  if (Part !== null) return <Part {...props} />
  if (!failed) return <p class="hint">{text.loading}</p>
  return (
    <section class="empty" role="alert" data-testid="part-failure">
      <p>{text.partFailed}</p>
      <button class="secondary" onClick={() => location.reload()}>
        {text.loadAgain}
      </button>
    </section>
  )
}
