import { createElement } from 'preact/compat'

/**
 * Puts behind a module what answers for every name that it does not have: a component or a function that
 * says so, where "undefined is not a function" would say nothing. It stands as the prototype, because
 * bundlers copy a module's own names into an object with the same prototype.
 */
export function answering<T extends object>(module: T, from: string): T {
  const stand = new Proxy(Object.create(null) as object, {
    get: (_, name) => (typeof name === 'string' && !asked.has(name) ? absent(name, from) : undefined),
    // Nothing is to be found by looking: only who takes a name gets an answer.
    has: () => false,
  })
  return Object.setPrototypeOf(module, stand) as T
}

/** Names that the language and bundlers look for in any object; that they are missing means something. */
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
  // A name in capitals is a component, whose place in the picture says it; any other cannot go on.
  const stand = /^[A-Z]/.test(name)
    ? () => createElement('div', { style: { padding: 16, background: '#2a2f36', color: '#f3ad82', font: '28px system-ui, sans-serif' } }, line)
    : () => {
        throw new Error(line)
      }
  made.set(key, stand)
  return stand
}
