import { layOut } from '../memory/layout.ts'
import type { Model } from '../memory/model.ts'
import { buildScene, placesOf, planOf, requestOf, type Scene } from '../memory/scene.ts'

/** Places the episodes of a model in so many columns. */
export function placed(model: Model, columns: number): Scene {
  const plan = planOf(model.episodes, model.edges, [], 'layers')
  // The pages use a worker. A document of a conversation may not start one, and its pictures are small.
  return buildScene(placesOf(layOut(requestOf(plan, columns)), plan), plan, () => [])!
}
