import { render } from 'preact'
import { App } from './components/app.tsx'
import { startLiveUpdates } from './live.ts'
import { openWorkspace } from './workspace.ts'
import './style/base.css'
import './style/layout.css'
import './style/list.css'
import './style/plan.css'
import './style/table.css'
import './style/dialogs.css'

openWorkspace()
render(<App />, document.getElementById('app')!)
startLiveUpdates()
