import { render } from 'preact'
import { App } from './components/app.tsx'
import { startLiveUpdates } from './live.ts'
import { openWorkspace } from './workspace.ts'

/** Shows the page. */
export function start(): void {
  openWorkspace()
  render(<App />, document.getElementById('app')!)
  startLiveUpdates()
}
