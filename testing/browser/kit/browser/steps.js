// What expressions find things by. An element that is not in sight is none.
const tags = {
  button: 'button', link: 'a[href]', dialog: 'dialog', heading: 'h1, h2, h3', checkbox: 'input', textbox: 'input, textarea',
}
const inSight = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(inSight)
const test = (id, within = document) => all(`[data-testid="${id}"]`, within)[0] ?? null
const role = (name, label) =>
  all(tags[name]).find((element) => element.computedRole === name && element.computedName === label) ?? null
const said = (element) => (!element ? '' : element.innerText.replace(/\s+/g, ' ').trim())
const plan = (id) => all(`[data-testid="plan-item"][data-plan-id="${id}"]`)[0] ?? null
const row = (index) => all(`[data-testid="row"][data-index="${index}"]`)[0] ?? null

// What loads moves what is below it. The document around a frame also gives it another height when its content has
// grown. A click must not come before.
let resting = { key: '', since: 0 }
const rests = (at) => {
  const key = [...at, innerWidth, innerHeight].join(' ')
  if (key !== resting.key) resting = { key, since: performance.now() }
  return performance.now() - resting.since >= (window === top ? 60 : 200)
}

const reaches = (element, hit) => hit !== null && (element.contains(hit) || hit.contains(element)) && !hit.contains(document.body)

// Where to click: null while the element is not to be reached.
const middle = (element) => {
  if (!element || element.matches(':disabled')) return null
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const box = element.getClientRects()[0] // the first line of a link that wraps
  if (box === undefined) return null
  const at = [box.left + box.width / 2, box.top + box.height / 2]
  return reaches(element, document.elementFromPoint(...at)) && rests(at) ? at : null
}

// Where to click next. If the page moves before the click comes, the click has no effect and missed() is true. A
// document that the browser has kept may still watch for an earlier click.
const aim = (element) => {
  missed()
  const at = middle(element)
  if (at === null) return null
  const aimed = { guard: new AbortController(), missed: false }
  window.aimed = aimed
  const options = { capture: true, signal: aimed.guard.signal }
  addEventListener('pointerdown', ({ target }) => { aimed.missed = !reaches(element, target) }, options)
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, (event) => {
      if (!aimed.missed) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }, options)
  return at
}
const missed = () => {
  window.aimed?.guard.abort()
  return window.aimed?.missed === true
}
