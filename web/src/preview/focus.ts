/** How often the frame may take the focus. A scene with a focused field takes it once per drawing. */
const TRIES = 20

/**
 * Keeps the focus, and so keyboard input, out of a frame. Browsers let even an inert frame take the focus;
 * this function then restores it. It calls `tooOften` if the frame takes the focus too often. The returned
 * function stops it.
 */
export function keepFocus(frame: HTMLIFrameElement, tooOften: () => void): () => void {
  let before: Element | null = document.activeElement
  let tries = 0
  const note = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target !== frame) before = event.target
  }
  const giveBack = () => {
    if (!document.hasFocus()) return // the person is in another window
    frame.blur()
    window.focus()
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) {
      before.blur()
      before.focus({ preventScroll: true })
    }
    if (++tries === TRIES) tooOften()
  }
  // The focus cannot be moved while it is moving. activeElement is not reliable here: a frame can take the
  // focus while the page's own element is still marked as active.
  const lost = () => setTimeout(giveBack)
  document.addEventListener('focusin', note)
  window.addEventListener('blur', lost)
  return () => {
    document.removeEventListener('focusin', note)
    window.removeEventListener('blur', lost)
  }
}
