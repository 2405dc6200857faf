// Looks through what is in sight, as the expression of a test, and gives what is wrong.
(() => {
  const faults = []
  const scope = document.querySelector('dialog[open]') ?? document
  const brief = (element) => element.outerHTML.slice(0, 120)

  for (const element of all('a[href], button, input, textarea, select, [tabindex="0"], dialog, nav, table', scope)) {
    if (element.computedName.trim() === '') faults.push('no name: ' + brief(element))
  }

  let before = 0
  for (const heading of all('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.tagName[1])
    if (level > before + 1) faults.push(`h${level} after h${before}: ${brief(heading)}`)
    before = level
  }
  if (all('h1').length !== 1) faults.push(all('h1').length + ' headings of the first level')
  if (all('main').length !== 1 && scope === document) faults.push(all('main').length + ' main parts')
  if (document.documentElement.lang === '') faults.push('no language')
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
    : element.matches('dialog') ? over(rgba(getComputedStyle(element).backgroundColor), [128, 128, 128])
    : over(rgba(getComputedStyle(element).backgroundColor), ground(element.parentElement))
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
  const faded = (element) => element !== null && (getComputedStyle(element).opacity !== '1' || faded(element.parentElement))

  for (const element of all('*', scope === document ? document.body : scope)) {
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    if (!text || element.matches(':disabled, .visually-hidden, .skip, :disabled *, [aria-disabled=true], noscript, option')) continue
    if (faded(element)) {
      if (element.closest('.row-excluded') === null) faults.push('faded: ' + brief(element))
      continue
    }
    const look = getComputedStyle(element)
    const behind = ground(element)
    const ratio = contrast(over(rgba(look.color), behind), behind)
    const size = parseFloat(look.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(look.fontWeight) >= 700)
    if (ratio < (large ? 3 : 4.5)) faults.push(`contrast ${ratio.toFixed(2)}: ${brief(element)}`)
  }

  // What style sheets write, such as the numbers of lines, is read like any other text.
  for (const element of all('*', scope === document ? document.body : scope)) {
    const look = getComputedStyle(element, '::before')
    if (['none', 'normal', '""'].includes(look.content) || look.color === 'rgba(0, 0, 0, 0)') continue
    if (element.matches(':disabled, :disabled *, [aria-disabled=true]') || faded(element)) continue
    const behind = over(rgba(look.backgroundColor), ground(element))
    const ratio = contrast(over(rgba(look.color), behind), behind)
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)} before: ${brief(element)}`)
  }
  return faults
})()
