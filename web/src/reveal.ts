/** Scrolls an element into view, and moves the focus to `focus` if that is given. */
export function reveal(element: HTMLElement, focus?: HTMLElement | null, block: ScrollLogicalPosition = 'nearest'): void {
  focus?.focus({ preventScroll: true }) // which would jump, and end the scrolling
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' })
}

/** Scrolls an element to the middle at once, and moves the focus to `focus`. */
export function focusInMiddle(element: Element | null | undefined, focus: HTMLElement | null | undefined): void {
  element?.scrollIntoView({ block: 'center' })
  focus?.focus({ preventScroll: true })
}
