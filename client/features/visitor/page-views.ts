import { visitorId } from '#client/browser/cookies.ts'
import type { CallInput } from '#shared/contract/calls.ts'

type FlowEvent = CallInput<'POST /api/ubas/flow-collect'>['events'][number]

const batchMs = 5000
const batchMax = 20

let waiting: FlowEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what waits. The request outlives the page; what can't be sent is dropped. */
export function sendPageViews(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  const events = waiting
  waiting = []
  fetch('/api/ubas/flow-collect', {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', reqSource: 'pcSite' },
    body: JSON.stringify({ events }),
  }).catch(() => undefined)
}

const secretNames: ReadonlySet<string> = new Set(['token', 'sign', 'state', 'bindTicket'])

/** Values with a seal at their end: whoever has one sees what isn't public. */
const sealed = /^\.[\w-]{43}$/

/** An address without one-time secrets; the code of an ended session is none. */
export function withoutSecrets(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const kept = [...new URLSearchParams(address.slice(mark))].filter(
    ([name, value]) =>
      !secretNames.has(name) && !sealed.test(value.slice(-44)) && (name !== 'code' || /^-\d$/.test(value)),
  )
  const query = new URLSearchParams(kept).toString()
  return address.slice(0, mark) + (query ? `?${query}` : '')
}

/** Notes that a page was seen; several go in one request, five seconds later or when the page is left. */
export function notePageView(url: string, referrer: string): void {
  const fingerprint = visitorId()
  waiting.push({
    type: 'pageView',
    url: withoutSecrets(url).slice(0, 512),
    ts: Date.now(),
    ...(referrer ? { referrer: withoutSecrets(referrer).slice(0, 512) } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  })
  if (waiting.length >= batchMax) sendPageViews()
  else timer ??= setTimeout(sendPageViews, batchMs)
}
