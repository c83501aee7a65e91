import { randomUUID } from 'node:crypto'
import { type PurgeMark, readPurgeMark } from '#server/process/purge-messages.ts'

/** The part of `process` in a child that is used here. */
export interface ParentPort {
  send?: ((message: object) => unknown) | undefined
  on?(event: 'message', listener: (message: unknown) => void): unknown
  off?(event: 'message', listener: (message: unknown) => void): unknown
}

/** Asks the process that started this one whether everything that was said before has been done. */
export interface ParentConfirmer {
  /** True when it has; at once where nobody is there to be asked. */
  confirm(): Promise<boolean>
  close(): void
}

/** The channel keeps the order of what goes through it: a mark that comes back has every purge before it behind it. */
export function createParentConfirmer(parent: ParentPort): ParentConfirmer {
  const waiting = new Map<string, () => void>()
  function hear(message: unknown): void {
    const done = readPurgeMark(message, 'purge-marked')
    if (done === undefined) return
    waiting.get(done)?.()
    waiting.delete(done)
  }
  let isListening = false
  return {
    confirm() {
      if (!parent.send || !parent.on) return Promise.resolve(true)
      if (!isListening) parent.on('message', hear)
      isListening = true
      const mark = randomUUID()
      return new Promise((resolve) => {
        waiting.set(mark, () => resolve(true))
        // one that nobody ever answers is forgotten with those that came long after it
        for (const old of waiting.keys()) if (waiting.size > mostWaiting) waiting.delete(old)
        parent.send?.({ type: 'purge-mark', mark } satisfies PurgeMark)
      })
    },
    close() {
      parent.off?.('message', hear)
      waiting.clear()
    },
  }
}

const mostWaiting = 1000
