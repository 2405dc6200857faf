/** Elements that are a picture themselves, whatever their style. */
const PICTURES = 'img, canvas, video, svg *, iframe, input, button, select, textarea, hr, progress, meter'

/** Reports whether an element or one below it shows a text, a picture, a colour or a line. */
export function isVisible(root: Element): boolean {
  return [...root.querySelectorAll('*')].some((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    return element.matches(PICTURES) || hasText(element) || isPainted(element) || isPainted(element, '::before') || isPainted(element, '::after')
  })
}

function hasText(element: Element): boolean {
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
}

function isPainted(element: Element, pseudo?: string): boolean {
  const style = getComputedStyle(element, pseudo)
  if (pseudo !== undefined && style.content === 'none') return false
  const borders = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth]
  return (
    pseudo !== undefined ||
    !/^rgba\(.*, 0\)$/.test(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    style.boxShadow !== 'none' ||
    borders.some((width) => width !== '0px')
  )
}
