import { expect, test } from 'vitest'
import { nextRoom } from '#client/pages/play/room-input.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'

const course = { courseId: 1, courseName: '', courseUrl: '', coverImg: null, periodId: 6, periodName: '', sequenceNo: 1, scheduleId: 3, scheduleName: null }
const over: LiveInfo = {
  liveStatus: LiveStatus.ended, liveCourseResultVO: course, teacherResultVO: null, periodBegDate: 1, periodEndDate: 2, nextPeriodId: 7, nextPeriodBegDate: 9, roomId: 5, hasReplay: false,
}

test('after a class the way leads to the next lesson of the same class, whichever kind it is', () => {
  expect([PeriodKind.live, PeriodKind.aiLive].map((kind) => nextRoom(kind, over))).toEqual([
    { href: '/course/live/play/7?scheduleId=3', begDate: 9 },
    { href: '/mind/play/7?scheduleId=3', begDate: 9 },
  ])
})

test('after the last one it leads nowhere', () => {
  expect(nextRoom(PeriodKind.live, { ...over, nextPeriodId: null, nextPeriodBegDate: null })).toBeUndefined()
})
