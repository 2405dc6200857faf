import { useEffect } from 'preact/hooks'

/** The parts above the preview whose height depends on names, messages and the window. */
const ABOVE = '.project-top, .scene-head, .version-note'

/**
 * Sets --above on an element: the height of what is above it, without scrolling. The style sheet sizes the picture by
 * it, so that the transport below the picture is in view.
 */
export function useAbove(element: { current: HTMLElement | null }): void {
  useEffect(() => {
    const shown = element.current // the ref is null when an observer fires while the page changes
    const page = shown?.closest<HTMLElement>('.board')
    if (shown === null || page == null) return
    const measure = () => {
      const top = shown.getBoundingClientRect().top + page.scrollTop
      shown.style.setProperty('--above', `${Math.round(top)}px`)
    }
    const observer = new ResizeObserver(measure)
    for (const part of page.querySelectorAll(ABOVE)) observer.observe(part)
    measure()
    return () => observer.disconnect()
  }) // after each render, because the parts come and go
}
