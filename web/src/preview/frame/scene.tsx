import { Component, Suspense, type ComponentType } from 'preact/compat'
import { render, type ComponentChildren } from 'preact'
import { Timeline } from '../stage/timeline.tsx'
import { drawPicture } from './picture.ts'
import { isVisible } from './visible.ts'

/**
 * Runs a scene and draws its frames. Every error is passed to `failed`, including later asynchronous ones.
 */

export interface VideoFormat {
  duration: number
  fps: number
  width: number
  height: number
}

/** How many frames `isEmpty` draws at most, and for how many milliseconds. */
const EMPTY_FRAMES = 12
const EMPTY_TIME = 1000

export class Scene {
  #format: VideoFormat
  #component: ComponentType | null = null
  #root: HTMLElement | null = null
  #failed: (error: unknown) => void

  constructor(format: VideoFormat, failed: (error: unknown) => void) {
    this.#format = format
    this.#failed = failed
  }

  /** Runs the compiled script. Returns false if there is nothing to draw. */
  run(script: string): boolean {
    try {
      // An indirect eval runs the script in global scope, so it sees only globals.
      ;(0, eval)(script + '\n//# sourceURL=scene.js')
      const exported = (globalThis as { PlotlineScene?: { default?: unknown } }).PlotlineScene
      const main = exported?.default
      if (typeof main !== 'function') throw new Error('The scene has no component as its default export')
      this.#component = main as ComponentType
      return true
    } catch (error) {
      this.#failed(error)
      return false
    }
  }

  /** Draws a frame. Returns false if the scene threw an error. */
  draw(frame: number): boolean {
    const Main = this.#component
    if (Main === null) return false
    // Report errors after drawing: when endless recursion is caught, the stack is still nearly full.
    const thrown: unknown[] = []
    let drawing = true
    const failed = (error: unknown) => {
      if (drawing) thrown.push(error)
      else this.#failed(error)
    }
    const { duration, fps, width, height } = this.#format
    this.#root ??= createStage(width, height)
    try {
      render(
        <Boundary frame={frame} onError={failed}>
          <Suspense fallback={null}>
            <Timeline frame={frame} duration={duration} config={{ fps, width, height }}>
              <Main />
            </Timeline>
          </Suspense>
        </Boundary>,
        this.#root,
      )
    } catch (error) {
      // The remaining tree cannot be drawn again.
      this.#root.remove()
      this.#root = null
      failed(error)
    }
    drawing = false
    if (thrown.length > 0) this.#failed(thrown[0])
    return thrown.length === 0
  }

  /** Reports whether the drawn frame shows something. */
  isVisible(): boolean {
    return this.#root !== null && isVisible(this.#root)
  }

  /** Draws frames of the whole scene. Reports whether none fails or shows something. The last one stays. */
  isEmpty(): boolean {
    const { duration } = this.#format
    const deadline = performance.now() + EMPTY_TIME
    for (let i = 0; i < EMPTY_FRAMES && performance.now() < deadline; i++) {
      if (!this.draw(Math.floor(((i + 0.5) / EMPTY_FRAMES) * duration)) || this.isVisible()) return false
    }
    return true
  }

  /** Returns a picture of what is shown, as a data: URL. */
  async picture(height: number): Promise<string> {
    if (this.#root === null) throw new Error('Nothing is shown')
    return drawPicture(this.#root, this.#format, height)
  }
}

function createStage(width: number, height: number): HTMLElement {
  const box = document.createElement('div')
  box.id = 'stage'
  box.style.width = width + 'px'
  box.style.height = height + 'px'
  document.body.append(box)
  return box
}

interface BoundaryProps {
  frame: number
  onError: (error: unknown) => void
  children: ComponentChildren
}

/** Shows nothing after an error until another frame is requested, which may succeed. */
class Boundary extends Component<BoundaryProps, { frame: number; broken: boolean }> {
  override state = { frame: -1, broken: false }

  static override getDerivedStateFromProps({ frame }: BoundaryProps, state: { frame: number }) {
    return state.frame === frame ? null : { frame, broken: false }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
    this.setState({ broken: true })
  }

  override render() {
    return (this.state.broken ? null : this.props.children) as never
  }
}
