import { createElement } from 'preact/compat'

/**
 * Makes a module return a placeholder for every name that it lacks. The placeholder is a component or
 * function that reports the missing name, which is clearer than "undefined is not a function". The proxy is
 * the prototype, because bundlers copy a module's own names into an object with the same prototype.
 */
export function answering<T extends object>(module: T, from: string): T {
  const stand = new Proxy(Object.create(null) as object, {
    get: (_, name) => (typeof name === 'string' && !asked.has(name) ? absent(name, from) : undefined),
    // Only reading a name returns a placeholder; `in` does not find it.
    has: () => false,
  })
  return Object.setPrototypeOf(module, stand) as T
}

/** Names that the language and bundlers look up in any object and that must stay undefined. */
const asked = new Set([
  '__esModule', 'default', 'then', 'toJSON', 'toString', 'valueOf', 'constructor', 'prototype', 'hasOwnProperty',
  'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', '__proto__', '$$typeof', 'displayName', 'propTypes', 'defaultProps',
])

const made = new Map<string, () => unknown>()

function absent(name: string, from: string): unknown {
  const key = from + '/' + name
  const known = made.get(key)
  if (known !== undefined) return known
  const line = `${name} (${from}) is not part of the preview`
  // A capitalised name is a component, which can display the message. Anything else must throw.
  const stand = /^[A-Z]/.test(name)
    ? () => createElement('div', { style: { padding: 16, background: '#2a2f36', color: '#f3ad82', font: '28px system-ui, sans-serif' } }, line)
    : () => {
        throw new Error(line)
      }
  made.set(key, stand)
  return stand
}
