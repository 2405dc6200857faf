import { layOut } from '../memory/layout.ts'
import type { Model } from '../memory/model.ts'
import { buildScene, columnsIn, placesOf, planOf, requestOf, type Scene } from '../memory/scene.ts'

/** Places the episodes of a model in a picture of some width, in pixels. */
export function placed(model: Model, width: number): Scene {
  const plan = planOf(model.episodes, model.edges, [], 'layers')
  // The pages use a worker. A document of a conversation may not start one, and its pictures are small.
  return buildScene(placesOf(layOut(requestOf(plan, columnsIn(width))), plan), plan, () => [])!
}
