import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { halfOf } from '#server/backend/context/limit-policies.ts'
import type { BackendFigures } from '#shared/contract/figures.ts'

/** What operators watch of codes: sent in the current hour, at most, and whether half of that is reached. */
export async function readSmsFigures({
  config,
  limits,
}: Pick<BackendContext, 'config' | 'limits'>): Promise<BackendFigures['sms']> {
  const ceiling = config.sms.hourlyCeiling
  const sent = Math.min(await limits.used('smsSite', 'all'), ceiling)
  return { sent, ceiling, halfReached: sent >= halfOf(ceiling) ? 1 : 0 }
}
