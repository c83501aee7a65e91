import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { alertMoney } from './money-alert-store.ts'
import { invariants, listBroken } from './money-invariants-store.ts'

const spanMs = 2 * dayMs

/** Looks for what must never be among the last two days' changes; an alert for each case. Answers how many there are. */
export async function checkInvariants(ctx: BackendContext): Promise<number> {
  const now = ctx.clock.now()
  let found = 0
  for (const name of invariants) {
    const ids = await listBroken(ctx.db, name, new Date(now - spanMs), new Date(now))
    for (const id of ids)
      await alertMoney(ctx.db, new Date(now), { kind: 'invariant', ref: `${name}:${id}`, detail: { name, id } })
    if (ids.length > 0)
      ctx.log.error({ invariant: name, ids: ids.slice(0, 20) }, 'money and courses contradict each other')
    found += ids.length
  }
  return found
}
