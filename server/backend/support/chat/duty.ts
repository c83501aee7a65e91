import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import type { SupportDuty } from '#shared/contract/support.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { addServiceTime, closingOf, nextOpening } from '#shared/rules/service-hours.ts'
import { countAgents } from './duty-store.ts'

type DutyContext = Pick<BackendContext, 'clock' | 'config' | 'db'>

/** Who writes while nobody is there is answered within so much time of service. */
const offDutyAnswerMs = 2 * 3_600_000

/** Duty, and until when who writes now is answered. */
export interface DutyNow extends SupportDuty {
  readonly answerDueTime: number
}

/** Whether somebody answers now: within the hours, and an agent there. */
export async function readDuty(ctx: DutyContext): Promise<DutyNow> {
  const now = ctx.clock.now()
  const hours = await loadServiceHours(ctx)
  const closing = closingOf(hours, now)
  const isOpen = closing !== undefined
  return {
    isOnDuty: isOpen && (await countAgents(ctx.db, new Date(now))) > 0,
    isOpen,
    closeTime: closing ?? null,
    nextTime: nextOpening(hours, closing ?? now) ?? null,
    answerDueTime: addServiceTime(hours, now, offDutyAnswerMs),
  }
}

/** What is told to clients of it. */
export function showDuty({ answerDueTime: _due, ...duty }: DutyNow): SupportDuty {
  return duty
}

/** That nobody is there, and from when on somebody is, in words. */
export function offDutyText({ isOpen, nextTime }: SupportDuty): string {
  if (isOpen) return '客服暂时都不在，先写下来，看到就回'
  return nextTime === null ? '客服下班了，先写下来' : `客服下班了，${momentText(nextTime)} 起有人`
}
