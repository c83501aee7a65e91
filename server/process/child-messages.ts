/** What a child tells the process that started it: it serves, or it can't start at all, in one sentence. */
export type ChildMessage = { readonly type: 'ready' } | { readonly type: 'fatal'; readonly message: string }

/** A question to a child's event loop, and its answer with the same number. */
export interface Ping {
  readonly type: 'ping'
  readonly sequence: number
}
export interface Pong {
  readonly type: 'pong'
  readonly sequence: number
}

/** How the embedded backend is: it serves, it doesn't answer, or it is on its way (at first and after each end). */
export type BackendState = 'ready' | 'hung' | 'restarting'

/** What the primary tells web workers of the backend. */
export interface BackendStateMessage {
  readonly type: 'backend-state'
  readonly state: BackendState
}

/** Whether `npm run dev` asks the primary to replace a part of the site. */
export function isReplaceRequest(value: unknown, part: 'backend' | 'web'): boolean {
  return typeof value === 'object' && value !== null && 'replace' in value && value.replace === part
}

function typeOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
}

export function isChildMessage(value: unknown): value is ChildMessage {
  return typeOf(value) === 'ready' || typeOf(value) === 'fatal'
}

export function isPing(value: unknown): value is Ping {
  return typeOf(value) === 'ping'
}

export function isPong(value: unknown): value is Pong {
  return typeOf(value) === 'pong'
}

export function isBackendState(value: unknown): value is BackendStateMessage {
  return typeOf(value) === 'backend-state'
}
