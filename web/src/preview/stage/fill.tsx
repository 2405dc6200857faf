import { forwardRef } from 'preact/compat'
import type { CSSProperties, HTMLAttributes } from 'preact'

type Props = Omit<HTMLAttributes<HTMLDivElement>, 'style'> & { className?: string | undefined; style?: CSSProperties }

/** A box that fills its parent, with its children in a column. */
export const AbsoluteFill = forwardRef<HTMLDivElement, Props>(function AbsoluteFill({ style, ...rest }, ref) {
  const fill: CSSProperties = {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    bottom: 0,
    width: '100%',
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
  }
  return <div {...(rest as object)} ref={ref as never} style={{ ...fill, ...style }} />
})
