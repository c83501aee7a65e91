import type { EdgeParts } from './edge-core.ts'
import type { Filled, FillResult, Judgement, SingleAnswer } from './filled.ts'
import { isMissing, judge, keptAnswer, lifetime, singleAnswer } from './filled.ts'
import type { Flight } from './flights.ts'
import { emptyHeads } from './headers.ts'
import { type KeptForm, type Packed, packAtOnce, packBody } from './pack.ts'
import type { Verdict } from './purge.ts'
import type { Entry } from './store.ts'

const retryMs = 1000

function plainFailure(): Filled {
  const html = '<!doctype html><html lang="zh-CN"><title>500</title><h1>500</h1></html>'
  return { status: 500, html, headers: [['Retry-After', '2']], tags: [], storable: false }
}

interface KeptParts {
  readonly packed: Packed
  readonly pageHeaders: readonly string[]
  readonly tags: readonly string[]
  readonly verdict: Verdict
}

function keep(
  core: EdgeParts,
  flight: Flight,
  filled: Filled,
  { packed, pageHeaders, tags, verdict }: KeptParts,
): FillResult {
  const { plan, since } = flight
  const life = lifetime(plan, filled.status, core.options.notFoundSeconds)
  const answer = keptAnswer(filled.status, packed, pageHeaders, life)
  const now = core.elapsed()
  const freshUntil = verdict === 'fresh' ? now + life.ttl * 1000 : now
  core.store.set({
    key: plan.key,
    route: plan.route,
    status: isMissing(filled.status) ? filled.status : 200,
    tags,
    storedAt: now,
    sequence: since,
    swr: life.swr,
    freshUntil,
    staleUntil: verdict === 'changed' ? now : freshUntil + life.swr * 1000,
    errorUntil: freshUntil + Math.max(life.swr, life.sie) * 1000,
    retryAt: 0,
    packed,
    cacheControl: answer.cacheControl,
    pageHeaders,
    heads: emptyHeads(Number.NaN),
  })
  core.failures.delete(plan.key)
  return { kept: true, bad: false, leaderAnswered: filled.leaderAnswered === true, answer }
}

/** What becomes of the old page and of the next asking, when the new one isn't kept. */
function remember(core: EdgeParts, key: string, result: FillResult, held: Entry | undefined): void {
  const until = core.elapsed() + retryMs
  core.failures.set(key, { until, result })
  if (held && result.bad) held.retryAt = until
  // A page that now leads elsewhere is no failure: the stored one is out of date.
  else core.store.remove(key)
}

/** Ends fills: packs the page, keeps it when that is allowed and no purge has overtaken it, and says how to answer. */
export interface Keeper {
  /** 503 for who would wait too long: nothing was tried, so nothing is remembered. */
  refuse(waitMs: number): FillResult
  settle(flight: Flight, filled: Filled): Promise<FillResult>
  fail(flight: Flight, error: unknown): Promise<FillResult>
}

/** Creates the keeper. `alone` is true when no other fill is under way: then purges needn't be remembered. */
export function createKeeper(core: EdgeParts, alone: () => boolean): Keeper {
  const { options, store, purges } = core

  function warn(flight: Flight, judgement: Judgement): void {
    if (judgement.why !== 'set-cookie') return
    options.log.error({ route: flight.plan.route, key: flight.plan.key }, 'a shared page came with Set-Cookie')
  }

  async function onlyOnce(page: NonNullable<Filled['forCrawlers']>, form: KeptForm): Promise<SingleAnswer> {
    return singleAnswer(
      page.status,
      await packBody(page.html, form),
      judge({ ...page, tags: [], storable: false }, core.secured),
    )
  }

  async function settle(flight: Flight, filled: Filled): Promise<FillResult> {
    const { plan, since } = flight
    const judgement = judge(filled, core.secured)
    const crawlerAnswer = filled.forCrawlers && (await onlyOnce(filled.forCrawlers, flight.form))
    // From here to the end in one turn: no purge comes between the verdict and the store.
    const packed = await packBody(filled.html, flight.form, flight.visitors !== undefined)
    options.metrics?.filled?.(plan.route, performance.now() - flight.begunAt, filled.status)
    const tags = [...new Set([...plan.tags, ...filled.tags])]
    const verdict = purges.verdict(since, plan.key, tags)
    if (alone()) purges.forget()
    const held = store.get(plan.key)
    const overtaken = verdict === 'gone' || (held !== undefined && held.sequence > since)
    const { pageHeaders } = judgement
    if (judgement.store && !overtaken) return keep(core, flight, filled, { packed, pageHeaders, tags, verdict })
    warn(flight, judgement)
    const answer = singleAnswer(filled.status, packed, judgement)
    const leaderAnswered = filled.leaderAnswered === true
    const result = {
      kept: false,
      bad: judgement.bad,
      leaderAnswered,
      answer,
      ...(crawlerAnswer ? { crawlerAnswer } : {}),
    }
    if (!judgement.store && !overtaken) remember(core, plan.key, result, held)
    return result
  }

  let busy: Packed | undefined
  function refuse(waitMs: number): FillResult {
    busy ??= packAtOnce(
      options.whenBusy?.() ?? '<!doctype html><html lang="zh-CN"><title>503</title><h1>503</h1></html>',
    )
    const pageHeaders = ['Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000)))]
    return {
      kept: false,
      bad: true,
      leaderAnswered: false,
      answer: { status: 503, packed: busy, pageHeaders, cacheControl: 'no-store', kept: false },
    }
  }

  return {
    refuse,
    settle,
    async fail(flight, error) {
      const { plan } = flight
      options.log.error({ err: error, route: plan.route, key: plan.key }, 'a page could not be made')
      return settle(flight, { ...(options.whenFailed?.(plan, error) ?? plainFailure()), storable: false })
    },
  }
}
