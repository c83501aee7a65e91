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

/** Notes that a page was seen; several go in one request, five seconds later or when the page is left. */
export function notePageView(url: string, referrer: string): void {
  const fingerprint = visitorId()
  waiting.push({
    type: 'pageView',
    url: url.slice(0, 512),
    ts: Date.now(),
    ...(referrer ? { referrer: referrer.slice(0, 512) } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  })
  if (waiting.length >= batchMax) sendPageViews()
  else timer ??= setTimeout(sendPageViews, batchMs)
}
