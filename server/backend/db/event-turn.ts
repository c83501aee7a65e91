/**
 * The next turn of the event loop: everybody whose request has arrived by now has asked by then. The embedded database answers without one,
 * so that a call goes through all its statements before the next one begins.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
