/**
 * Draws the stage into a small JPEG, as a data: URL. An SVG picture with the stage's elements is drawn on a canvas:
 * browsers run no scripts and load nothing for such a picture. Canvases of the scene stay empty in it.
 */
export async function drawPicture(stage: HTMLElement, size: { width: number; height: number }, height: number): Promise<string> {
  const width = Math.round((size.width / size.height) * height)
  const styles = [...document.querySelectorAll('head style')].map((style) => style.outerHTML).join('')
  const content = new XMLSerializer().serializeToString(stage)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${size.width} ${size.height}">` +
    `<foreignObject width="${size.width}" height="${size.height}">${styles}${content}</foreignObject></svg>`
  const image = new Image()
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height)
  return canvas.toDataURL('image/jpeg', 0.75)
}
