import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  testid: string
  onClose: () => void
  children: ComponentChildren
  wide?: boolean
}

/** A modal dialog. The browser keeps the focus inside and restores it afterwards. */
export function Modal({ title, testid, onClose, children, wide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Layout effects close the dialog while it is still in the document; later, the focus would be lost.
  useLayoutEffect(() => {
    const element = dialog.current
    const onDialogClose = () => onClose()
    // Without this, Escape hides the dialog before onClose is called, and a button pressed in between does nothing.
    const onCancel = (event: Event) => {
      event.preventDefault()
      onClose()
    }
    element?.showModal()
    element?.addEventListener('cancel', onCancel)
    element?.addEventListener('close', onDialogClose)
    return () => {
      element?.removeEventListener('cancel', onCancel)
      element?.removeEventListener('close', onDialogClose)
      element?.close() // restores the focus
    }
  }, [])
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-labelledby={heading} data-testid={testid}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}
