import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Token } from './colours.ts'

type Colour = typeof import('./colours.ts').colour

let colour: Colour | null = null

/** Returns the lines of the code: plain at first, highlighted once the grammar is loaded. */
export function useColours(code: string): Token[][] {
  const [loaded, setLoaded] = useState(() => colour)
  useEffect(() => {
    // If the grammar cannot be loaded, plain code is good enough to report no error.
    if (loaded === null) import('./colours.ts').then((part) => setLoaded(() => (colour = part.colour)), () => {})
  }, [loaded])
  return useMemo(() => (loaded === null ? plain(code) : loaded(code)), [code, loaded])
}

function plain(code: string): Token[][] {
  return code.split('\n').map((text) => [{ text, kind: '' }])
}
