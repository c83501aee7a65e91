import { describe, expect, it } from 'vitest'
import { PeriodKind } from '#shared/contract/enums.ts'
import { isRoomOpen, lessonUrl } from '#shared/rules/room-url.ts'

const minute = 60_000

describe('the way into a class', () => {
  it('leads to a class’s room, and to lessons’ player', () => {
    expect([PeriodKind.live, PeriodKind.aiLive, PeriodKind.video].map((kind) => lessonUrl(kind, 7))).toEqual([
      '/course/live/play/7',
      '/mind/play/7',
      '/course/video/play/7',
    ])
  })
  it('names the class where there is one', () => {
    expect([lessonUrl(PeriodKind.live, 7, 3), lessonUrl(PeriodKind.video, 7, null)]).toEqual([
      '/course/live/play/7?scheduleId=3',
      '/course/video/play/7',
    ])
  })
  it('is open from half an hour before until its end', () => {
    const lesson = { begDate: 100 * minute, endDate: 160 * minute }
    expect([69, 70, 159, 160].map((at) => isRoomOpen(lesson, at * minute))).toEqual([false, true, true, false])
    expect(isRoomOpen({ begDate: null, endDate: null }, 0)).toBe(false)
  })
})
