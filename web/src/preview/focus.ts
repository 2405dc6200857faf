/** How often the frame may take the focus. A scene with a focused field takes it once per drawing. */
const MAX_STEALS = 20

/**
 * Keeps the focus, and so keyboard input, out of a frame. Browsers let even an inert frame take the focus;
 * this function then restores it. It calls `tooOften` if the frame takes the focus too often. The returned
 * function stops it.
 */
export function guardFocus(frame: HTMLIFrameElement, onLimit: () => void): () => void {
  let lastFocused: Element | null = document.activeElement
  let steals = 0
  const rememberFocus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target !== frame) lastFocused = event.target
  }
  const restoreFocus = () => {
    if (!document.hasFocus()) return // the person is in another window
    frame.blur()
    window.focus()
    if (lastFocused instanceof HTMLElement && lastFocused.isConnected && lastFocused !== document.body) {
      lastFocused.blur()
      lastFocused.focus({ preventScroll: true })
    }
    if (++steals === MAX_STEALS) onLimit()
  }
  // The focus cannot be moved while it is moving. activeElement is not reliable here: a frame can take the
  // focus while the page's own element is still marked as active.
  const onBlur = () => setTimeout(restoreFocus)
  document.addEventListener('focusin', rememberFocus)
  window.addEventListener('blur', onBlur)
  return () => {
    document.removeEventListener('focusin', rememberFocus)
    window.removeEventListener('blur', onBlur)
  }
}
