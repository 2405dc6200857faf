import type { Camera } from './camera.ts'
import type { CloudPicture, CloudRequest } from './cloud.worker.ts'
import type { CloudData } from './cloudpaint.ts'
import { DASHES, TYPES, type Palette } from './palette.ts'
import type { Scene } from './scene.ts'

/**
 * Has clouds painted by a worker, so that a person can move them without a pause: until the next picture is there, the
 * last one is moved. docs/decisions/0022 says why this is no WebGL.
 */
export class CloudPainter {
  /** The last picture, and where it was seen from. */
  latest: { picture: ImageBitmap; camera: Camera } | null = null
  #worker = new Worker(new URL('./cloud.worker.ts', import.meta.url), { type: 'module' })
  #scene: Scene | null = null
  #busy = false
  #next: CloudRequest | null = null
  /** What was asked for last: asking for the same again paints nothing. */
  #asked = ''

  constructor(onPicture: () => void) {
    this.#worker.onmessage = ({ data: { picture, look } }: MessageEvent<CloudPicture>) => {
      this.latest?.picture.close()
      this.latest = { picture, camera: look.camera }
      this.#busy = false
      if (this.#next !== null) this.#send(this.#next)
      onPicture()
    }
  }

  /** Asks for a picture that extends beyond the canvas by a margin. Of several requests, the last one counts. */
  request(scene: Scene, palette: Palette, seen: Camera, width: number, height: number): void {
    const asked = [seen.x, seen.y, seen.zoom, width, height, devicePixelRatio, palette.ground].join(' ')
    if (scene === this.#scene && asked === this.#asked) return
    if (scene !== this.#scene) this.#worker.postMessage({ data: dataOf(scene) } satisfies CloudRequest)
    this.#scene = scene
    this.#asked = asked
    const camera = { ...seen, x: seen.x + MARGIN, y: seen.y + MARGIN }
    const { fills, rims } = palette
    const types = TYPES.map((type) => ({ colour: palette.types[type]!, dash: DASHES[type]! }))
    const look = { camera, width: width + 2 * MARGIN, height: height + 2 * MARGIN, ratio: devicePixelRatio, fills, rims, types }
    if (this.#busy) this.#next = { look }
    else this.#send({ look })
  }

  #send(request: CloudRequest): void {
    this.#next = null
    this.#busy = true
    this.#worker.postMessage(request)
  }

  stop(): void {
    this.#worker.terminate()
    this.latest?.picture.close()
  }
}

/** In pixels. A movement shows no empty edge until it exceeds this. */
const MARGIN = 160

/** The joints of a map come with the strongest first. */
function dataOf({ nodes, joints }: Scene): CloudData {
  return {
    x: Float32Array.from(nodes, ({ x }) => x),
    y: Float32Array.from(nodes, ({ y }) => y),
    radius: Float32Array.from(nodes, ({ radius }) => radius),
    step: Uint8Array.from(nodes, ({ step }) => step + 3),
    faded: Uint8Array.from(nodes, ({ faded }) => Number(faded)),
    from: Uint32Array.from(joints, ({ from }) => from),
    to: Uint32Array.from(joints, ({ to }) => to),
    type: Uint8Array.from(joints, ({ type }) => Math.max(0, TYPES.indexOf(type))),
  }
}
