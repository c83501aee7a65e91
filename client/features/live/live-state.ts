import { LectureType, LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { dayText, monthDayText, timeText } from '#shared/rules/number-text.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'

/** The status that came with the card; by the clock once there is one. */
export function liveStatusOf(card: LiveCard, now: number | undefined): LiveStatus {
  return now === undefined || card.liveStatus === LiveStatus.notFound
    ? card.liveStatus
    : liveStatusAt(card.begDate, card.endDate, now)
}

const order: readonly LiveStatus[] = [LiveStatus.live, LiveStatus.notStarted, LiveStatus.ended, LiveStatus.notFound]

/** 直播中, then 即将开始 soonest first, then 回放 latest first. */
export function groupLives(
  cards: readonly LiveCard[],
  now: number | undefined,
): { status: LiveStatus; cards: LiveCard[] }[] {
  return order
    .map((status) => ({
      status,
      cards: cards
        .filter((card) => liveStatusOf(card, now) === status)
        .sort((a, b) => (status === LiveStatus.ended ? b.begDate - a.begDate : a.begDate - b.begDate)),
    }))
    .filter((group) => group.cards.length > 0 && group.status !== LiveStatus.notFound)
}

/**
 * Four lessons for the timetable in the order of the clock: the one on air with what follows, and the last one before it.
 * Chosen by the status that came with the cards, so that the strip doesn't change under the reader.
 */
export function timetableOf(cards: readonly LiveCard[], count = 4): LiveCard[] {
  const of = (status: LiveStatus): LiveCard[] =>
    groupLives(cards, undefined).find((group) => group.status === status)?.cards ?? []
  const coming = [...of(LiveStatus.live).slice(0, 2), ...of(LiveStatus.notStarted)]
  const ended = of(LiveStatus.ended)
  const past = ended.slice(0, Math.max(1, count - coming.length))
  return [...past, ...coming].slice(0, count).sort((a, b) => a.begDate - b.begDate)
}

/** The day that the timetable is about: of what is on air, else of what comes next. */
export function timetableDay(cards: readonly LiveCard[]): { time: number; isToday: boolean } | undefined {
  const live = cards.find((card) => card.liveStatus === LiveStatus.live)
  if (live) return { time: live.begDate, isToday: true }
  const next = cards.find((card) => card.liveStatus === LiveStatus.notStarted) ?? cards.at(-1)
  return next && { time: next.begDate, isToday: false }
}

/** '19:30' on that day, else with its date: '11 月 22 日 19:30'. */
export function dayLabel(time: number, reference: number): string | undefined {
  return dayText(time) === dayText(reference) ? undefined : monthDayText(time)
}

export function liveSpan(card: Pick<LiveCard, 'begDate' | 'endDate'>): string {
  return `${monthDayText(card.begDate)} ${timeText(card.begDate)}–${timeText(card.endDate)}`
}

/** The cards with the rooms of those classes that are the learner's own. */
export function withOwnRooms(cards: readonly LiveCard[], own: readonly LiveCard[]): LiveCard[] {
  return cards.map((card) => {
    const mine = own.find(({ periodId, begDate }) => periodId === card.periodId && begDate === card.begDate)
    return card.roomUrl === null && mine ? { ...card, roomUrl: mine.roomUrl } : card
  })
}

/** What of the visit decides where a card leads: the time, unknown before hydration, and whether a learner is there. */
export interface LiveVisit {
  now: number | undefined
  isLearner?: boolean
}

/** Where a card leads: a learner into the room while it is open to them, everybody else to the course. */
export function liveHref(card: LiveCard, { now, isLearner = false }: LiveVisit): { href: string; isRoom: boolean } {
  if (isLearner && now !== undefined && card.roomUrl !== null && isRoomOpen(card, now))
    return { href: card.roomUrl, isRoom: true }
  return { href: detailUrl(LectureType.live, card.id), isRoom: false }
}
