import type { Fill, Filled, Leader } from '#server/edge/edge.ts'
import { newTraceparent } from '#server/http/trace.ts'
import { hasInlineScript } from '#server/render/complete.tsx'
import { bytesOf } from '#server/render/pieces.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'
import { isBot } from './is-bot.ts'
import { allLate, isReady } from './late-data.ts'
import { completePage, headersOf, type PagePress, streamWhole } from './page-output.ts'
import type { PageMaking } from './page-making.ts'
import { type PreparedPage, prepareUnavailable } from './prepare-page.ts'

/** For crawlers, where a service asks for a login that they can't do: what they know of the page stays as it is. */
function comeAgain(press: PagePress, { app }: PreparedPage, url: URL): Pick<Filled, 'status' | 'html' | 'headers'> {
  const page = prepareUnavailable(url, { api: app.api, common: app.common, env: press.env, criticalMs: 0 })
  return {
    status: 503,
    html: bytesOf(completePage(press, page, undefined)),
    headers: Object.entries(headersOf(page)),
  }
}

/** Pages for the edge: made once for everybody, streamed to who waits for the first one when its data are late. */
export function createFill(press: PagePress, making: PageMaking, cacheableMs: number): Fill {
  const { options, deferredMs } = press
  return async (plan, leader: Leader | undefined, signal): Promise<Filled> => {
    const url = new URL(plan.target, options.origin)
    const api = options.upstream.api({ deadlineMs: deferredMs, signal, traceparent: newTraceparent() })
    const prepared = await making.prepare({ url, api }, undefined, { criticalMs: cacheableMs })
    if (prepared.kind === 'redirect')
      return { status: prepared.status, html: '', headers: [['Location', prepared.to]], tags: [], storable: false }
    const streams =
      leader && leader.req.method === 'GET' && !isBot(leader.req) && !(await isReady(prepared, making.grace()))
    const streamed = streams ? streamWhole(press, prepared, undefined, leader) : undefined
    streamed?.catch((error: unknown) => options.onError(error, prepared.view.id))
    const whole = await allLate(prepared)
    const html = completePage(press, prepared, undefined)
    const storable = whole && !prepared.degraded && !prepared.commonDegraded && !hasInlineScript(html)
    const headers = Object.entries(headersOf(prepared))
    const made = {
      status: prepared.view.status,
      html: bytesOf(html),
      headers,
      tags: [tagOfAll('common')],
      storable,
      leaderAnswered: streamed !== undefined,
    }
    return prepared.refused ? { ...made, forCrawlers: comeAgain(press, prepared, url) } : made
  }
}
