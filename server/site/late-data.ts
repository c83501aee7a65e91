import { holdLate, type PreparedPage } from './prepare-page.ts'
import { within } from './within.ts'

/** Waits for all late data; false when some failed. */
export async function allLate(page: PreparedPage): Promise<boolean> {
  const results = await Promise.all(page.late.map(({ done }) => done))
  const whole = results.every(({ ok }) => ok)
  if (!whole) await holdLate(page)
  return whole
}

/** True when late data have come within the grace. */
export async function isReady(page: PreparedPage, graceMs: number): Promise<boolean> {
  if (page.late.length === 0) return true
  return (await within(Promise.all(page.late.map(({ done }) => done)), graceMs)) !== undefined
}
