/** Puts a text where the person can paste it from; false when the browser does not let it. */
export async function copy(text: string): Promise<boolean> {
  try {
    // Only there on https and on this machine.
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // The older way may be allowed where the newer is not.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
