import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Token } from './highlight.ts'

type Highlight = typeof import('./highlight.ts').highlight

let highlight: Highlight | null = null

/** Returns the lines of the code: plain at first, highlighted once the grammar is loaded. */
export function useHighlighting(code: string): Token[][] {
  const [loaded, setLoaded] = useState(() => highlight)
  useEffect(() => {
    // If the grammar cannot be loaded, plain code is good enough to report no error.
    if (loaded === null) import('./highlight.ts').then((part) => setLoaded(() => (highlight = part.highlight)), () => {})
  }, [loaded])
  return useMemo(() => (loaded === null ? plain(code) : loaded(code)), [code, loaded])
}

function plain(code: string): Token[][] {
  return code.split('\n').map((text) => [{ text, kind: '' }])
}
