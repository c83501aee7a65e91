/** The part of `process` in a child that the relay uses. */
export interface ChildProcessPort {
  send?: ((message: object) => unknown) | undefined
  on(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
}

/** A child as the primary sees it: `ChildProcess` and cluster's `Worker` both fit. */
export interface PrimaryPort {
  send(message: object): unknown
  isConnected?(): boolean
  readonly connected?: boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
}
