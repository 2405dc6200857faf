/** Talks with the program that shows this document: JSON-RPC over postMessage, as the extension MCP Apps has it. */

export interface HostContext {
  theme?: 'light' | 'dark'
  styles?: { variables?: Record<string, string | undefined> }
  displayMode?: string
  availableDisplayModes?: string[]
  containerDimensions?: { height?: number; maxHeight?: number }
}

export interface HostCapabilities {
  serverTools?: object
  message?: object
  updateModelContext?: object
}

export interface ToolResult {
  content?: { type: string; text?: string }[]
  structuredContent?: unknown
  isError?: boolean
}

export interface Handlers {
  onInput: (args: Record<string, unknown>) => void
  onResult: (result: ToolResult) => void
  onCancelled: () => void
  onContext: (change: HostContext) => void
}

interface Message {
  jsonrpc: '2.0'
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

const PROTOCOL = '2026-01-26'
/** In milliseconds. A host may ask its user before it calls a tool. */
const PATIENCE = 120_000
const METHOD_NOT_FOUND = -32601

export class Bridge {
  #host: Window
  #handlers: Handlers
  #requests = 0
  #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  capabilities: HostCapabilities = {}

  constructor(host: Window, handlers: Handlers) {
    this.#host = host
    this.#handlers = handlers
    // No other window, such as a frame beside this one, may answer for the host.
    addEventListener('message', (event) => event.source === host && this.#receive(event.data as Message))
  }

  /** Greets the host, which sends the call and its result from then on. */
  async connect(): Promise<HostContext> {
    const { hostCapabilities, hostContext } = await this.request<{ hostCapabilities?: HostCapabilities; hostContext?: HostContext }>('ui/initialize', {
      protocolVersion: PROTOCOL,
      appInfo: { name: 'plotline', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })
    this.capabilities = hostCapabilities ?? {}
    this.notify('ui/notifications/initialized', {})
    return hostContext ?? {}
  }

  request<T>(method: string, params: object): Promise<T> {
    const id = ++this.#requests
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new Error('The chat did not answer.'))
      }, PATIENCE)
      const settle = <V>(go: (value: V) => void) => (value: V) => {
        clearTimeout(timer)
        go(value)
      }
      this.#waiting.set(id, { resolve: settle(resolve as (result: unknown) => void), reject: settle(reject) })
      this.#send({ jsonrpc: '2.0', id, method, params: params as Record<string, unknown> })
    })
  }

  notify(method: string, params: object): void {
    this.#send({ jsonrpc: '2.0', method, params: params as Record<string, unknown> })
  }

  /** Calls a tool of the server, through the host. */
  async callTool(name: string, args: object): Promise<unknown> {
    const result = await this.request<ToolResult>('tools/call', { name, arguments: args })
    if (result.isError === true) throw new Error(failureOf(result))
    return contentOf(result)
  }

  // The origin of the host is not known, and may be opaque.
  #send(message: Message): void {
    this.#host.postMessage(message, '*')
  }

  #receive(message: Message): void {
    if (message?.jsonrpc !== '2.0') return
    if (message.method === undefined) return this.#settle(message)
    const params = message.params ?? {}
    if (message.id !== undefined) {
      const known = message.method === 'ping' || message.method === 'ui/resource-teardown'
      const answer = known ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: 'method not found' } }
      this.#send({ jsonrpc: '2.0', id: message.id, ...answer })
    } else if (message.method === 'ui/notifications/tool-input') {
      this.#handlers.onInput((params['arguments'] ?? {}) as Record<string, unknown>)
    } else if (message.method === 'ui/notifications/tool-result') {
      this.#handlers.onResult(params as ToolResult)
    } else if (message.method === 'ui/notifications/tool-cancelled') {
      this.#handlers.onCancelled()
    } else if (message.method === 'ui/notifications/host-context-changed') {
      this.#handlers.onContext(params as HostContext)
    }
  }

  #settle({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(id as number)
    this.#waiting.delete(id as number)
    if (error !== undefined) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }
}

/** Returns what a tool answered. A host may pass on only the text, which is JSON unless it is a drawing. */
export function contentOf(result: ToolResult): unknown {
  if (typeof result.structuredContent === 'object' && result.structuredContent !== null) return result.structuredContent
  const words = textOf(result)
  try {
    return JSON.parse(words) as unknown
  } catch {
    return words
  }
}

/** Returns the error of a call in words. */
export function failureOf(result: ToolResult): string {
  const words = textOf(result)
  try {
    const { error, details } = JSON.parse(words) as { error?: string; details?: string }
    return [error, details].filter((part) => typeof part === 'string' && part !== '').join(': ') || words
  } catch {
    return words
  }
}

function textOf({ content }: ToolResult): string {
  return content?.find(({ type }) => type === 'text')?.text ?? ''
}
