import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiteEnv } from '#client/features/common/app-context.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import type { Fill, ResolvePage } from '#server/edge/edge.ts'
import { createFillQueue } from '#server/edge/fill-queue.ts'
import { createPageParts } from '#server/render/page-parts.tsx'
import { usualBudgets } from './page-budgets.ts'
import { createFill } from './page-fill.ts'
import { createPageMaking } from './page-making.ts'
import type { PagePress } from './page-output.ts'
import { createPagePlanner } from './page-plan.ts'
import type { PageSiteOptions } from './page-site-options.ts'
import { answerVisit, sendErrorPage, type Visits } from './page-visit.ts'
import { createPersonalPages } from './personal-page.ts'

export interface PageSite {
  resolve: ResolvePage
  fill: Fill
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** Answers an error page of the site, for requests that never reach a page. */
  sendError: (req: IncomingMessage, res: ServerResponse, status: number, message: string) => Promise<void>
}

/**
 * Personal pages whose data are asked for at once; the others wait in the order in which they came. More would only make each late: a
 * class that comes in within a second would lose its budgets together. Data that take longer than `yieldMs` are waited for beside others.
 */
const personalQueue = { atOnce: 8, yieldMs: 250, most: 32 } as const
/** Pages of the site: how they are kept, filled for the edge, and answered to everybody else. */
export function createPageSite(options: PageSiteOptions): PageSite {
  const matchPage = createPageMatcher(options.pages)
  const budgets = { ...usualBudgets, ...options.budgets }
  const css = Object.fromEntries(
    Object.entries(options.manifest().pages).flatMap(([id, files]) => (files.css.length > 0 ? [[id, files.css]] : [])),
  )
  const env: SiteEnv = { origin: options.origin, brandName: options.brandName, envLabel: options.envLabel, css }
  const press: PagePress = { options, env, partsOf: createPageParts(), deferredMs: budgets.deferredMs }
  const making = createPageMaking(press, matchPage)
  const visits: Visits = {
    press,
    making,
    matchPage,
    learnerMs: budgets.learnerMs,
    queue: createFillQueue(personalQueue),
    personalPages: createPersonalPages({
      upstream: options.upstream,
      budgets,
      prepare: (visit, started, { criticalMs, answers }) =>
        making.prepare(visit, started, { criticalMs, onAsked: answers.note }),
    }),
  }
  return {
    resolve: createPagePlanner({ matchPage, ttlFactor: options.ttlFactor }),
    fill: createFill(press, making, budgets.cacheableMs),
    handle: (req, res) => answerVisit(visits, { req, res }),
    sendError: (req, res, status, message) => sendErrorPage(press, { req, res }, status, message),
  }
}
