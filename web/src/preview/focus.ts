/** So often may a frame take the focus: a scene with a field in it does so once for each drawing of that. */
const TRIES = 20

/**
 * Keeps a frame from having the focus, and with it the keys that a person presses for the page: browsers
 * let a frame take it, an inert one too. It goes back to where it was. Calls `tooOften` when the frame does
 * not give up. The result ends it.
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
  // While the focus moves it cannot be moved. Which element has it says little: a frame can take it and
  // leave the page's own element marked as its holder.
  const lost = () => setTimeout(giveBack)
  document.addEventListener('focusin', note)
  window.addEventListener('blur', lost)
  return () => {
    document.removeEventListener('focusin', note)
    window.removeEventListener('blur', lost)
  }
}
