import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Token } from './colours.ts'

type Colour = typeof import('./colours.ts').colour

let colour: Colour | null = null

/** The lines of the code: plain at first, and in colours as soon as the grammar is there. */
export function useColours(code: string): Token[][] {
  const [loaded, setLoaded] = useState(() => colour)
  useEffect(() => {
    // Without colours code is still code, so a chunk that does not come is no failure to tell of.
    if (loaded === null) import('./colours.ts').then((part) => setLoaded(() => (colour = part.colour)), () => {})
  }, [loaded])
  return useMemo(() => (loaded === null ? plain(code) : loaded(code)), [code, loaded])
}

function plain(code: string): Token[][] {
  return code.split('\n').map((text) => [{ text, kind: '' }])
}
