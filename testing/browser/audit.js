// Finds what axe-core does not look at, as the expression of a test: text that style sheets write, such as the numbers
// of lines, with too little contrast, and ids that are there twice.
(() => {
  const faults = []
  const scope = document.querySelector('dialog[open]') ?? document
  const brief = (element) => element.outerHTML.slice(0, 120)

  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
  for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) faults.push('twice: #' + id)

  // Colours as the screen has them; a canvas reads every way to write one.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
    return { rgb: [r, g, b], alpha: a / 255 }
  }
  const over = (top, bottom) => top.rgb.map((c, i) => c * top.alpha + bottom[i] * (1 - top.alpha))
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const ground = (element) =>
    element === null ? (dark ? [18, 18, 18] : [255, 255, 255])
    : over(rgba(getComputedStyle(element).backgroundColor), ground(element.parentElement))
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
  for (const element of all('*', scope === document ? document.body : scope)) {
    const look = getComputedStyle(element, '::before')
    if (['none', 'normal', '""'].includes(look.content) || look.color === 'rgba(0, 0, 0, 0)') continue
    if (element.matches(':disabled, :disabled *, [aria-disabled=true]')) continue
    const behind = over(rgba(look.backgroundColor), ground(element))
    const ratio = contrast(over(rgba(look.color), behind), behind)
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)} before: ${brief(element)}`)
  }
  return faults
})()
