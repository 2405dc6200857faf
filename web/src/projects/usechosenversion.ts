import { useEffect, useRef } from 'preact/hooks'
import { WIDE_SCREEN } from '../screen.ts'
import { reveal } from '../reveal.ts'

/**
 * Shows a version that a person has chosen, as soon as it is loaded. On a phone the list of versions is a screen below
 * the preview. `main` holds the note about an old version, the tabs and the preview.
 */
export function useChosenVersion(main: { current: HTMLElement | null }, version: number | null, loaded: boolean): void {
  const shown = useRef(version)
  useEffect(() => {
    if (!loaded || main.current === null || shown.current === version) return
    shown.current = version
    const wide = matchMedia(WIDE_SCREEN).matches
    const lost = document.activeElement === document.body // the pressed button was in the note, which is gone
    const note = main.current.querySelector<HTMLElement>('.version-note')
    const focus = wide && !lost ? null : (note ?? main.current.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'))
    // A phone has no room for everything: the top of the part comes first.
    if (wide) reveal(note ?? main.current.querySelector('.tabs')!, focus)
    else reveal(main.current, focus, 'start')
  }, [version, loaded])
}
