import { Component, type ComponentChild, type FunctionComponent } from 'preact'

/** A component that is drawn again only when one of its properties is another value. */
export function memo<P extends object>(draw: (props: P) => ComponentChild): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as P
      const names = Object.keys(next) as (keyof P)[]
      return names.length !== Object.keys(now).length || names.some((name) => next[name] !== now[name])
    }

    override render(props: P): ComponentChild {
      return draw(props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}
