import { readFile } from 'node:fs/promises'
import { build, defineConfig, type Plugin } from 'vite'

// While the pages are worked on, `npm run dev` serves them and passes the rest on to `plotline serve`.
const program = 'http://127.0.0.1:7333'

export default defineConfig({
  plugins: [previewFrame()],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // The policy of the pages allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // public/ holds .gitkeep alone: it is in the repository under dist/, which a build empties.
    // The licences of what is in the bundle travel with it.
    license: { fileName: 'assets/licenses.md' },
  },
  server: {
    proxy: {
      '/api': program,
      '/socket.io': { target: program, ws: true },
    },
  },
})

/**
 * Builds preview.html, the document in which scenes run, beside the pages. Its origin is opaque, so it can
 * load no module; and its policy shall name no address that a script may come from, only the hash of this
 * one. So its script is a classic one and stands in the document. The server reads the hash off it.
 */
function previewFrame(): Plugin {
  const root = new URL('src/preview/frame/', import.meta.url)
  const document = async () => {
    const empty = await readFile(new URL('frame.html', root), 'utf8')
    const script = await bundled(new URL('main.ts', root).pathname)
    return empty.replace('<script></script>', () => `<script>${script}</script>`)
  }
  return {
    name: 'preview-frame',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'preview.html', source: await document() })
    },
    configureServer(server) {
      server.middlewares.use('/preview', (_, answer, next) => {
        const policy = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"
        const send = (html: string) => answer.setHeader('Content-Security-Policy', policy).setHeader('Content-Type', 'text/html').end(html)
        document().then(send, next)
      })
    },
  }
}

/** Bundles a module into one classic script that can stand in an HTML document. */
async function bundled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { target: 'es2022', write: false, lib: { entry, formats: ['iife'], name: 'PlotlinePreview' } },
  })
  const [output] = [result].flat()
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('the preview was not bundled')
  // What the parser of HTML would take for the script's end, or for the beginning of a comment in it.
  return chunk.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--')
}
