import type { PurgeOrder } from '#server/purge-messages.ts'

/** The way from the backend to the web processes that keep pages. */
export interface PurgeSender {
  /** Never throws and never waits: what can't be told now is made good later. */
  send(order: PurgeOrder): void
  close(): void
}
