/**
 * Takes from the frame what policies do not, before the scene's code runs. WebRTC connects in spite of
 * connect-src; Connection-Allowlist stops it, and CSP's `webrtc`, but not in every browser. A frame within
 * this one cannot give it back: it gets an origin of its own, which nobody here can reach into.
 */
export function harden(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/RTC|^WebTransport/.test(name)) Reflect.deleteProperty(globalThis, name)
  }
}
