import { dayMs } from './day-ms.ts'
import { dayStart } from './month-days.ts'
import { dayText } from './number-text.ts'

/** Under these names the browser keeps how often the window opened by itself (spec §4). */
export const popupKeys = { limit: 'MEIQIA_LIMIT', limitEnd: 'MEIQIA_LIMIT_END' } as const
/** So often a day (Asia/Shanghai) at most. */
export const popupsADay = 3
/** So long at least between two. */
export const popupGapMs = 30_000
/** What a learner's account says of who needs no invitation. */
const exemptCustomerStatus = 3

/** What the browser keeps: today's count with the moment of the last one, and when today ends. */
export interface PopupMemory {
  readonly limit: { readonly count: number; readonly last: number }
  /** Epoch ms. */
  readonly limitEnd: number
}

/** What decides whether the window opens by itself. */
export interface PopupFacts {
  /** Epoch ms. */
  readonly now: number
  /** As it was read from the browser: whatever somebody may have put there. */
  readonly memory: { readonly limit: unknown; readonly limitEnd: unknown }
  /** The page is one of the list. */
  readonly isListed: boolean
  /** Somebody is there to answer. */
  readonly isOnDuty: boolean
  /** Another window is open, or about to be: login, forced message, notice. */
  readonly hasWindow: boolean
  /** Of who is signed in; null for visitors. */
  readonly user: { readonly adminRole: boolean; readonly customerStatus: number } | null
  /** The request comes from the company's own network. */
  readonly isInCompany: boolean
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0
}

/** What was kept, as far as it is of today; broken values count as nothing. */
function readMemory({ limit, limitEnd }: PopupFacts['memory'], now: number): PopupMemory['limit'] {
  const kept = isRecord(limit) ? limit : {}
  const last = countOf(kept.last)
  const isToday = typeof limitEnd === 'number' && now < limitEnd && limitEnd <= now + dayMs
  // a moment that is still to come was written by a clock that was wrong
  return { count: isToday ? countOf(kept.count) : 0, last: last <= now ? last : 0 }
}

/**
 * Whether the window of customer service opens by itself, and what the browser keeps when it does; undefined when it doesn't. Only on
 * listed pages, while somebody is there and no other window is open, three times a day, half a minute apart; never before the school's own
 * people, in its network, or for customers of status 3.
 */
export function decidePopup(facts: PopupFacts): PopupMemory | undefined {
  const { now, isListed, isOnDuty, hasWindow, user, isInCompany } = facts
  const isExempt = isInCompany || user?.adminRole === true || user?.customerStatus === exemptCustomerStatus
  if (!isListed || !isOnDuty || hasWindow || isExempt) return undefined
  const { count, last } = readMemory(facts.memory, now)
  if (count >= popupsADay || now - last < popupGapMs) return undefined
  return { limit: { count: count + 1, last: now }, limitEnd: dayStart(dayText(now)) + dayMs }
}
