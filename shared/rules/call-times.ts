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

/**
 * Who is farther from the work waits longer: what has gone through is never answered by somebody who only got tired. A write in one
 * transaction may end after the backend's limit, since a commit under way is waited for; steps may ask providers, who have limits of
 * their own. A browser doesn't tell the two kinds of writes apart.
 */
export const callTimes: Readonly<Record<CallKind, CallTimes>> = {
  read: { backendMs: 4500, proxyMs: 5000, browserMs: 10_000 },
  one: { backendMs: 4500, proxyMs: 15_000, browserMs: 32_000 },
  steps: { backendMs: 25_000, proxyMs: 27_000, browserMs: 32_000 },
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

/**
 * Reads of the contract that write are GETs all the same (the spec's addresses): a browser knows the others by their method. In the
 * order of their names; a test holds the list against the contract.
 */
export const writingGets: ReadonlySet<string> = new Set([
  'GET /api/ai-live/get-live-info',
  'GET /api/auth/captcha/audio',
  'GET /api/auth/captcha/get',
  'GET /api/auth/check/phoneNum/exist',
  'GET /api/auth/logout',
  'GET /api/auth/rest/bind/sms',
  'GET /api/common/pre-upload',
  'GET /api/coupon/get',
  'GET /api/course/sign-up',
  'GET /api/im/join-group',
  'GET /api/im/send-system-notify',
  'GET /api/live-info/manage-config',
  'GET /api/live-solution-room/get-live-info',
  'GET /api/live-solution-room/queue',
  'GET /api/live/enter/play',
  'GET /api/live/room-entry',
  'GET /api/oauth/bind-oauth-by-login',
  'GET /api/oauth/get-authorizeUrl',
  'GET /api/oauth/oauth-login-check',
  'GET /api/oauth/unbind-oauth',
  'GET /api/order/detail',
  'GET /api/order/discounts',
  'GET /api/pay/get-payment-list',
  'GET /api/post/delete',
  'GET /api/user/homework/delete',
  'GET /api/vod/address',
  'GET /api/vod/period/play',
])
