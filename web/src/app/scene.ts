import { layOut } from '../memory/layout.ts'
import type { Model } from '../memory/model.ts'
import { buildScene, placesOf, planOf, withAdditions, type Places, type Scene } from '../memory/scene.ts'

/** Places the episodes of a model, and returns the scene and the places, which the next scene keeps. */
export function placed(model: Model, before: Places | null): { scene: Scene; places: Places } {
  const plan = planOf(model.episodes, model.edges, [], 'layers')
  // The pages use a worker. A document of a conversation may not start one, and its pictures are small.
  const lay = () => placesOf(layOut({ times: plan.points.map(({ time }) => time), edges: plan.joints.map(({ from, to }) => [from, to]) }), plan)
  const places = withAdditions(before, plan) ?? lay()
  return { scene: buildScene(places, plan, () => [])!, places }
}
