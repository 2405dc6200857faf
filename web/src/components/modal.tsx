import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  testid: string
  onClose: () => void
  children: ComponentChildren
  wide?: boolean
}

/** A dialog over everything. The browser keeps the focus inside and gives it back afterwards. */
export function Modal({ title, testid, onClose, children, wide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // In layout effects the dialog is still in the page when it is closed; later the focus would be lost.
  useLayoutEffect(() => {
    const shown = dialog.current
    const closed = () => onClose()
    shown?.showModal()
    shown?.addEventListener('close', closed)
    return () => {
      shown?.removeEventListener('close', closed)
      shown?.close() // gives the focus back
    }
  }, [])
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-labelledby={heading} data-testid={testid}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}
