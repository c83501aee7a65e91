import { describe, expect, it } from 'vitest'
import { groupLives, liveHref, liveStatusOf, timetableOf, withOwnRooms } from '#client/features/live/live-state.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'

const hour = 3_600_000

function buildLive(id: number, begDate: number, liveStatus: LiveStatus): LiveCard {
  return {
    id,
    begDate,
    endDate: begDate + hour,
    liveStatus,
    name: `课 ${id}`,
    coverImg: '',
    teacherName: '',
    periodId: id,
    periodName: '',
    isCharge: false,
    price: '0.00',
    studyCount: 0,
    roomUrl: `/course/live/play/${id}`,
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
    expect(groupLives(cards, undefined).map((group) => group.cards.map((card) => card.id))).toEqual([
      [1],
      [3, 2],
      [5, 4],
    ])
  })
  it('follows the clock once there is one', () => {
    const [first] = cards
    expect(first && liveStatusOf(first, undefined)).toBe(LiveStatus.live)
    expect(first && liveStatusOf(first, 11 * hour)).toBe(LiveStatus.ended)
  })
  it('lists one past lesson, the one on air, what follows', () => {
    expect(timetableOf(cards).map((card) => card.id)).toEqual([5, 1, 3, 2])
  })
  it('leads a learner into the room only around class time', () => {
    const card = buildLive(2, 14 * hour, LiveStatus.notStarted)
    expect(
      [13 * hour, 13.5 * hour, 14 * hour, 15 * hour].map((now) => liveHref(card, { now, isLearner: true }).isRoom),
    ).toEqual([false, true, true, false])
    expect(liveHref(card, { now: 14 * hour, isLearner: true }).href).toBe('/course/live/play/2')
    expect(liveHref({ ...card, roomUrl: null }, { now: 14 * hour, isLearner: true })).toEqual({
      href: '/course/live/2',
      isRoom: false,
    })
  })
  it('leads a visitor to the course, everybody before the clock', () => {
    const card = buildLive(1, 10 * hour, LiveStatus.live)
    expect(
      [liveHref(card, { now: 10 * hour }), liveHref(card, { now: undefined, isLearner: true })].map(({ href }) => href),
    ).toEqual(['/course/live/1', '/course/live/1'])
  })
  it("takes an own class's room from the learner’s list", () => {
    const [open, closed] = [
      buildLive(1, 10 * hour, LiveStatus.live),
      { ...buildLive(2, 10 * hour, LiveStatus.live), roomUrl: null },
    ]
    const own = [{ ...closed, roomUrl: '/mind/play/2?scheduleId=3' }]
    expect(withOwnRooms([open, closed], own).map(({ roomUrl }) => roomUrl)).toEqual([
      '/course/live/play/1',
      '/mind/play/2?scheduleId=3',
    ])
    expect(withOwnRooms([closed], [{ ...own[0], begDate: 11 * hour } as LiveCard])[0]?.roomUrl).toBeNull()
  })
})
