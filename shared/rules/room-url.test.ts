import { describe, expect, it } from 'vitest'
import { PeriodKind } from '#shared/contract/enums.ts'
import { isRoomOpen, roomUrl } from '#shared/rules/room-url.ts'

const minute = 60_000

describe('the way into a class', () => {
  it('leads to the room of a live class or of a film on the clock, and nowhere for a recorded lesson', () => {
    expect([PeriodKind.live, PeriodKind.aiLive, PeriodKind.video].map((kind) => roomUrl(kind, 7))).toEqual(['/course/live/play/7', '/mind/play/7', undefined])
  })
  it('is open from half an hour before the class until its end', () => {
    const lesson = { begDate: 100 * minute, endDate: 160 * minute }
    expect([69, 70, 159, 160].map((at) => isRoomOpen(lesson, at * minute))).toEqual([false, true, true, false])
    expect(isRoomOpen({ begDate: null, endDate: null }, 0)).toBe(false)
  })
})
