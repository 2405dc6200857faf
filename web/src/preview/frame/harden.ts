/**
 * Removes APIs from the frame that policies do not block, before the scene's code runs. WebRTC ignores
 * connect-src. Connection-Allowlist stops it, but not in every browser. A nested frame
 * cannot restore these APIs, because its opaque origin is out of reach. The history is that of the whole tab.
 */
export function harden(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/RTC|^WebTransport/.test(name)) Reflect.deleteProperty(globalThis, name)
  }
  for (const name of ['back', 'forward', 'go', 'pushState', 'replaceState']) Reflect.deleteProperty(History.prototype, name)
}
