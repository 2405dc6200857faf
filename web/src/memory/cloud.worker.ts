import { paintCloud, type CloudData, type CloudLook } from './cloudpaint.ts'

/** Paints clouds away from the main thread. */

export type CloudRequest = { data: CloudData } | { look: CloudLook }

export interface CloudPicture {
  picture: ImageBitmap
  look: CloudLook
}

const canvas = new OffscreenCanvas(1, 1)
let data: CloudData | null = null

onmessage = ({ data: request }: MessageEvent<CloudRequest>) => {
  if ('data' in request) {
    data = request.data
    return
  }
  const { look } = request
  const [width, height] = [Math.max(1, Math.round(look.width * look.ratio)), Math.max(1, Math.round(look.height * look.ratio))]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  if (data !== null) paintCloud(canvas.getContext('2d')!, data, look)
  const picture = canvas.transferToImageBitmap()
  postMessage({ picture, look } satisfies CloudPicture, { transfer: [picture] })
}
