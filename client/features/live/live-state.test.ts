import { describe, expect, it } from 'vitest'
import { groupLives, liveHref, liveStatusOf, timetableOf } from '#client/features/live/live-state.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'

const hour = 3_600_000

function buildLive(id: number, begDate: number, liveStatus: LiveStatus): LiveCard {
  return {
    id, begDate, endDate: begDate + hour, liveStatus, name: `课 ${id}`, coverImg: '', teacherName: '', periodId: id, periodName: '', isCharge: false, price: '0.00', studyCount: 0, roomUrl: `/course/live/play/${id}`,
  }
}

const cards = [
  buildLive(1, 10 * hour, LiveStatus.live),
  buildLive(2, 14 * hour, LiveStatus.notStarted),
  buildLive(3, 12 * hour, LiveStatus.notStarted),
  buildLive(4, 2 * hour, LiveStatus.ended),
  buildLive(5, 5 * hour, LiveStatus.ended),
]

describe('open live lessons', () => {
  it('groups by status, soonest and latest first', () => {
    expect(groupLives(cards, undefined).map((group) => group.cards.map((card) => card.id))).toEqual([[1], [3, 2], [5, 4]])
  })
  it('follows the clock once there is one', () => {
    const [first] = cards
    expect(first && liveStatusOf(first, undefined)).toBe(LiveStatus.live)
    expect(first && liveStatusOf(first, 11 * hour)).toBe(LiveStatus.ended)
  })
  it('makes a timetable of one past lesson, the one on air and what follows, by the clock', () => {
    expect(timetableOf(cards).map((card) => card.id)).toEqual([5, 1, 3, 2])
  })
  it('leads into the room while the class is on or begins soon, and to the course at other times and where it has to be the visitor’s own', () => {
    const card = buildLive(2, 14 * hour, LiveStatus.notStarted)
    expect([13 * hour, 13.5 * hour, 14 * hour, 15 * hour].map((now) => liveHref(card, now).isRoom)).toEqual([false, true, true, false])
    expect(liveHref(card, 14 * hour).href).toBe('/course/live/play/2')
    expect(liveHref({ ...card, roomUrl: null }, 14 * hour)).toEqual({ href: '/course/live/2', isRoom: false })
  })
  it('leads into the room before the clock is known when the answer said that the class is on', () => {
    expect(liveHref(buildLive(1, 10 * hour, LiveStatus.live), undefined).isRoom).toBe(true)
    expect(liveHref(buildLive(3, 12 * hour, LiveStatus.notStarted), undefined).isRoom).toBe(false)
  })
})
