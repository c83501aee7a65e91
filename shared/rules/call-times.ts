import type { Writes } from '#shared/contract/endpoint.ts'

/** What a call does, as far as waiting for it is concerned: reads, writes in one transaction, or writes in steps. */
export type CallKind = 'read' | 'one' | 'steps'

/** How long each side gives one kind of call, in milliseconds. */
export interface CallTimes {
  /** Then the backend gives it up and says so. */
  readonly backendMs: number
  /** From the whole request to the first byte; then the site's proxy says that there is no result. */
  readonly proxyMs: number
  /** For all of it; then the browser says so itself. */
  readonly browserMs: number
}

/** What a browser needs of the table below: it can't tell the two kinds of writes apart. */
export const browserTimes = { read: 10_000, write: 32_000 } as const

/**
 * Who is farther from the work waits longer: what has gone through is never answered by somebody who only got tired. A write in one
 * transaction may end after the backend's limit, since a commit under way is waited for; steps may ask providers, who have limits of
 * their own.
 */
export const callTimes: Readonly<Record<CallKind, CallTimes>> = {
  read: { backendMs: 4500, proxyMs: 5000, browserMs: browserTimes.read },
  one: { backendMs: 4500, proxyMs: 15_000, browserMs: browserTimes.write },
  steps: { backendMs: 25_000, proxyMs: 27_000, browserMs: browserTimes.write },
}

/** The kind of a call by what its contract says of it. */
export function callKindOf(writes: Writes): CallKind {
  return writes === false ? 'read' : writes
}

/** Milliseconds of each kind for one of the three that wait. */
export function timesOf(side: keyof CallTimes): Readonly<Record<CallKind, number>> {
  return { read: callTimes.read[side], one: callTimes.one[side], steps: callTimes.steps[side] }
}

/** A write was sent, and nothing came back that says what became of it. */
export const unsureText = '没有等到结果，可能已经成功，请先看一下再决定要不要重试'

/** By this header a browser names one intention: tried again under the same name it is done once. */
export const callKeyHeader = 'x-call-key'
export const callKeyForm = /^[A-Za-z0-9_-]{16,64}$/
