import type { PurgeOrder } from '#server/process/purge-messages.ts'

/** The way from the backend to the web processes that keep pages. */
export interface PurgeSender {
  /** Never throws and never waits: what can't be told now is made good later. */
  send(order: PurgeOrder): void
  /**
   * Waits until the web processes of this machine have done everything that was sent before, and Redis, where there is one, has
   * taken it for other machines. False when that takes longer than `patienceMs`; it is done all the same then.
   */
  confirmed(patienceMs: number): Promise<boolean>
  close(): void
}
