import { layOut } from '../memory/layout.ts'
import type { Model } from '../memory/model.ts'
import { buildScene, placesOf, withAdditions, type Places, type Scene } from '../memory/scene.ts'

/** Places the episodes of a model, and returns the scene and the places, which the next scene keeps. */
export function placed(model: Model, before: Places | null): { scene: Scene; places: Places } {
  const { episodes, edges } = model
  let places = withAdditions(before, episodes, edges)
  if (places === null) {
    // The pages use a worker. A document of a conversation may not start one, and its pictures are small.
    const layout = layOut({ times: episodes.map(({ time }) => time), edges: edges.map(({ from, to }) => [from, to]), layered: true })
    places = placesOf(layout, episodes, edges, episodes, false)
  }
  return { scene: buildScene(places, episodes, edges, episodes), places }
}
