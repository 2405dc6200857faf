// What expressions find things by. An element that is not in sight is none.
const tags = {
  button: 'button', link: 'a[href]', dialog: 'dialog', heading: 'h1, h2, h3', checkbox: 'input', textbox: 'input, textarea',
}
const inSight = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(inSight)
const test = (id, within = document) => all(`[data-testid="${id}"]`, within)[0] ?? null
const role = (name, label) =>
  all(tags[name]).find((element) => element.computedRole === name && element.computedName === label) ?? null
const said = (element) => (element === null ? '' : element.innerText.replace(/\s+/g, ' ').trim())
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

// Where to click: null while the element is not to be reached.
const middle = (element) => {
  if (element === null || element.matches(':disabled')) return null
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const box = element.getClientRects()[0] // the first line of a link that wraps
  if (box === undefined) return null
  const at = [box.left + box.width / 2, box.top + box.height / 2]
  const hit = document.elementFromPoint(...at)
  return hit !== null && (element.contains(hit) || hit.contains(element)) && hit !== document.body && rests(at) ? at : null
}
