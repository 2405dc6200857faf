import type { ApiResponse } from '../api.ts'
import type { Preview } from '../preview/pane.tsx'
import { players } from '../preview/transport.ts'
import { session } from '../session.ts'
import { Store } from '../store.ts'
import { workspaces } from '../workspace.ts'

/**
 * Small pictures of scenes. They are drawn one after the other while the page is idle, only for scenes that can be
 * seen, and kept until the tab is closed.
 */

/** By key; "" means that the scene could not be drawn. */
export const thumbnails = new Store<{ byKey: ReadonlyMap<string, string> }>({ byKey: new Map() })

/** In pixels: twice the height in the timeline. */
const HEIGHT = 128

/** In milliseconds, between two drawings. */
const PAUSE = 200

const PREFIX = 'plotline.thumbnail:'

type Load = () => Promise<ApiResponse<Preview>>

/** What is to be drawn. The last ones wanted are those that can be seen now. */
const wanted = new Map<string, Load>()
let working = false
/** The key of the thumbnail that is being drawn. */
let current: string | null = null

// It is drawn the next time. A page that hangs sends no such event.
window.addEventListener('pagehide', () => current !== null && sessionStorage.removeItem(current))

export function thumbnailKey(projectId: string, sceneId: string, version: number): string {
  return PREFIX + JSON.stringify([workspaces.value.current, projectId, sceneId, version])
}

/** Asks for a thumbnail that can be seen now. The returned function withdraws it. */
export function wantThumbnail(key: string, load: Load): () => void {
  if (thumbnails.value.byKey.has(key)) return () => {}
  const kept = sessionStorage.getItem(key)
  if (kept !== null) {
    show(key, kept)
    return () => {}
  }
  wanted.set(key, load)
  if (!working) void work()
  return () => wanted.delete(key)
}

async function work(): Promise<void> {
  working = true
  const { drawThumbnail } = await import('../preview/thumbnail.ts')
  for (;;) {
    await idle()
    const next = wanted.entries().next().value
    if (next === undefined) break
    const [key, load] = next
    wanted.delete(key)
    current = key
    keep(key, '') // if drawing it ends the page, it is not tried again
    let url = ''
    try {
      url = (await drawThumbnail((await load()).body, HEIGHT)) ?? ''
    } catch {
      // The scene's own preview says why it cannot be shown.
    }
    current = null
    keep(key, url)
    show(key, url)
  }
  working = false
}

/** Waits until the page has nothing better to do, plays nothing and can be seen. */
function idle(): Promise<void> {
  return new Promise((go) => {
    const wait = () => {
      if (players.playing > 0) setTimeout(wait, PAUSE)
      else if (document.hidden) document.addEventListener('visibilitychange', wait, { once: true })
      else if ('requestIdleCallback' in window) requestIdleCallback(() => go(), { timeout: 2_000 })
      else go()
    }
    setTimeout(wait, PAUSE)
  })
}

function show(key: string, url: string): void {
  thumbnails.update(({ byKey }) => ({ byKey: new Map(byKey).set(key, url) }))
}

function keep(key: string, url: string): void {
  try {
    sessionStorage.setItem(key, url)
  } catch {
    // The storage is full. The thumbnail stays until the page is left.
  }
}

/** The next token may see other things. */
session.subscribe(() => {
  if (!session.value.signInRequired) return
  wanted.clear()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  if (thumbnails.value.byKey.size > 0) thumbnails.set({ byKey: new Map() })
})
