import { defineConfig } from 'vite'

// While the pages are worked on, `npm run dev` serves them and passes the rest on to `plotline serve`.
const program = 'http://127.0.0.1:7333'

export default defineConfig({
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
