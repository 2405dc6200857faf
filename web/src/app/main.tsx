import { render } from 'preact'
import '../style/base.css'
import '../memory/graph.css'
import './app.css'
import { App } from './board.tsx'

render(<App host={window.parent} />, document.getElementById('app')!)
