import type { Camera } from './camera.ts'
import type { Palette } from './palette.ts'
import type { Node } from './scene.ts'

/** What the painter of the graph knows besides the scene. */

export interface Look {
  palette: Palette
  camera: Camera
  width: number
  height: number
  /** The last picture of a cloud, and where it was seen from. */
  background: { picture: ImageBitmap; camera: Camera } | null
  /** Ids of points. */
  selected: number | null
  cursor: number | null
  hovered: number | null
  /** Everything else is drawn faintly. Null means that nothing stands out. */
  lit: ReadonlySet<number> | null
  fresh: ReadonlySet<number>
  /** How many episodes have no relationships, with those that are not drawn. */
  unlinked: number
}

export type Context = CanvasRenderingContext2D

/** Reports whether a point is selected, or where the mouse or the keyboard is. */
export function marks({ selected, cursor, hovered }: Look, { id }: Node): boolean {
  return id === selected || id === cursor || id === hovered
}

export function isSeen({ x, y, radius }: Node, { camera, width, height }: Look): boolean {
  const [left, top] = [x * camera.zoom + camera.x, y * camera.zoom + camera.y]
  const margin = radius * camera.zoom
  return left > -100 - margin && left < width + 100 + margin && top > -60 - margin && top < height + 60 + margin
}

export function isLit(node: Node, lit: Look['lit']): boolean {
  return lit === null || lit.has(node.id)
}
