import { createElement } from 'preact/compat'

/**
 * Makes a module return a placeholder for every name that it lacks. The placeholder is a component or
 * function that reports the missing name, which is clearer than "undefined is not a function". The proxy is
 * the prototype, because bundlers copy a module's own names into an object with the same prototype.
 */
export function withPlaceholders<T extends object>(module: T, from: string): T {
  const placeholder = new Proxy(Object.create(null) as object, {
    get: (_, name) => (typeof name === 'string' && !reservedNames.has(name) ? placeholderFor(name, from) : undefined),
    // Only reading a name returns a placeholder; `in` does not find it.
    has: () => false,
  })
  return Object.setPrototypeOf(module, placeholder) as T
}

/** Names that the language and bundlers look up in any object and that must stay undefined. */
const reservedNames = new Set([
  '__esModule', 'default', 'then', 'toJSON', 'toString', 'valueOf', 'constructor', 'prototype', 'hasOwnProperty',
  'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', '__proto__', '$$typeof', 'displayName', 'propTypes', 'defaultProps',
])

const placeholders = new Map<string, () => unknown>()

function placeholderFor(name: string, from: string): unknown {
  const key = from + '/' + name
  const existing = placeholders.get(key)
  if (existing !== undefined) return existing
  const message = `${name} (${from}) is not supported in the preview`
  // A capitalised name is a component, which can display the message. Anything else must throw.
  const placeholder = /^[A-Z]/.test(name)
    ? () => createElement('div', { style: { padding: 16, background: '#2a2f36', color: '#f3ad82', font: '28px system-ui, sans-serif' } }, message)
    : () => {
        throw new Error(message)
      }
  placeholders.set(key, placeholder)
  return placeholder
}
