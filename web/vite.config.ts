import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { build, defineConfig, type Plugin } from 'vite'

// During development, `npm run dev` serves the pages and proxies other requests to `plotline serve`.
const program = 'http://127.0.0.1:7333'

export default defineConfig({
  plugins: [previewFrame(), appDocument()],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // The policy of the pages forbids data: URLs and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // public/ contains only .gitkeep: the repository has it under dist/, which a build empties.
    // The licences of the bundled packages are part of the build.
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
 * Builds preview.html, the document that runs scenes, beside the pages. Its origin is opaque, so it cannot
 * load a module. Its policy allows no script by address, only this one by its hash. The script is therefore a
 * classic one, inline in the document. The server computes the hash from it.
 */
function previewFrame(): Plugin {
  const root = new URL('src/preview/frame/', import.meta.url)
  const document = async () => {
    const empty = await readFile(new URL('frame.html', root), 'utf8')
    const { script } = await bundled(new URL('main.ts', root).pathname)
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

/**
 * Builds app.html, the document that clients of MCP Apps show. It has one script and one style sheet, both inline,
 * because it has no origin to load them from. Its policy allows these two by their hashes, and nothing else.
 */
function appDocument(): Plugin {
  const root = new URL('src/app/', import.meta.url)
  return {
    name: 'app-document',
    async generateBundle() {
      const empty = await readFile(new URL('app.html', root), 'utf8')
      const { script, style } = await bundled(new URL('main.tsx', root).pathname)
      const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
      const source = empty
        .replace('{policy}', policy)
        .replace('<style></style>', () => `<style>${style}</style>`)
        .replace('<script></script>', () => `<script>${script}</script>`)
      this.emitFile({ type: 'asset', fileName: 'app.html', source })
    },
  }
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Bundles a module into one classic script and one style sheet for an HTML document. */
async function bundled(entry: string): Promise<{ script: string; style: string }> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { target: 'es2022', write: false, lib: { entry, formats: ['iife'], name: 'Plotline' } },
  })
  const [output] = [result].flat()
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not bundled`)
  const style = output.output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  // Escape text that HTML would parse as the end of the script or the start of a comment.
  const script = output.output[0].code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--')
  return { script, style: style?.type === 'asset' ? String(style.source).trim() : '' }
}
