import { Component, h, type Attributes, type ComponentChild, type FunctionComponent } from 'preact'

/** Returns a component that is redrawn only if a property has changed. */
export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as P
      for (const name in next) if (next[name] !== now[name]) return true
      for (const name in now) if (!(name in next)) return true
      return false
    }

    override render(props: P): ComponentChild {
      return h(draw, props as P & Attributes)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}
