import { describe, expect, it } from 'vitest'
import { groupLives, liveStatusOf, timetableOf } from '#client/features/live/live-state.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'

const hour = 3_600_000

function buildLive(id: number, begDate: number, liveStatus: LiveStatus): LiveCard {
  return {
    id, begDate, endDate: begDate + hour, liveStatus, name: `课 ${id}`, coverImg: '', teacherName: '', periodId: id, periodName: '', isCharge: false, price: '0.00', studyCount: 0,
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
})
