import type { ImDriver } from '#client/features/room/room-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImEnd, QueueNews } from '#shared/contract/im-socket.ts'

/** Whom a connection tells what it hears; the part that all engines have alike. */
interface ImListeners {
  /** For the driver to hand out. */
  readonly driver: Pick<ImDriver, 'onMessage' | 'onPresence' | 'onQueue' | 'onState'>
  message(message: ImMessage): void
  presence(state: { readonly onlineCount: number }): void
  queue(news: QueueNews): void
  /** It is over: told once. */
  over(state: 'lost' | ImEnd): void
  /** Nobody is told of anything any more. */
  close(): void
  isOver(): boolean
}

/** The listeners of one connection. */
export function createImListeners(): ImListeners {
  let onMessage: (message: ImMessage) => void = () => undefined
  let onPresence: (state: { readonly onlineCount: number }) => void = () => undefined
  let onQueue: (news: QueueNews) => void = () => undefined
  let onState: (state: 'lost' | ImEnd) => void = () => undefined
  let isOver = false
  return {
    driver: {
      onMessage(listener) {
        onMessage = listener
      },
      onPresence(listener) {
        onPresence = listener
      },
      onQueue(listener) {
        onQueue = listener
      },
      onState(listener) {
        onState = listener
      },
    },
    message: (message) => isOver || onMessage(message),
    presence: (state) => isOver || onPresence(state),
    queue: (news) => isOver || onQueue(news),
    over(state) {
      if (isOver) return
      isOver = true
      onState(state)
    },
    close() {
      isOver = true
    },
    isOver: () => isOver,
  }
}
