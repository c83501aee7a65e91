import { expect, it } from 'vitest'
import { examListHref, markHref, readExamChoice, readPaperChoice, resultHref } from '#client/features/exam/exam-href.ts'
import { attemptsText, isClosing, spentText, windowText } from '#client/features/exam/exam-words.ts'
import { paperParts, partText } from '#client/features/exam/paper-parts.ts'
import { AttemptState, ExamStatus, MistakeState, QuestionKind } from '#shared/contract/enums.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`)

it('a window is told by its ends', () => {
  const begDate = at('2026-11-21T19:30:00')
  expect(windowText({ begDate, endDate: at('2026-11-21T21:00:00') })).toBe('11 月 21 日 19:30 – 21:00')
  expect(windowText({ begDate, endDate: at('2026-11-22T21:00:00') })).toBe('11 月 21 日 19:30 – 11 月 22 日 21:00')
  expect(windowText({ begDate: null, endDate: begDate })).toBe('11 月 21 日 19:30 截止')
  expect(windowText({ begDate: null, endDate: null })).toBe('不限时间')
})
it('only what can be taken is short of time', () => {
  const now = at('2026-11-21T19:30:00')
  expect(isClosing({ endDate: now + 3_600_000, status: ExamStatus.open }, now)).toBe(true)
  expect(isClosing({ endDate: now + 3_600_000, status: ExamStatus.scored }, now)).toBe(false)
  expect(isClosing({ endDate: now + 3_600_000, status: ExamStatus.open }, undefined)).toBe(false)
})
it('attempts and time spent are counted', () => {
  expect(attemptsText({ attemptsUsed: 0, attemptsAllowed: 2 })).toBe('可以考 2 次')
  expect(attemptsText({ attemptsUsed: 1, attemptsAllowed: 2 })).toBe('考过 1 / 2 次')
  expect([spentText(40_000), spentText(59 * 60_000), spentText(65 * 60_000)]).toEqual(['40 秒', '59 分', '1 小时 5 分'])
})
it('a paper falls into parts as its questions stand', () => {
  const question = (kind: QuestionKind, score: number) => ({ kind, score })
  const parts = paperParts([
    question(QuestionKind.single, 4),
    question(QuestionKind.single, 4),
    question(QuestionKind.fillIn, 5),
    question(QuestionKind.fillIn, 6),
  ])
  expect(parts.map(({ first, score }) => [first, score])).toEqual([
    [1, 8],
    [3, 11],
  ])
  expect(parts.map(partText)).toEqual(['2 题，每题 4 分', '2 题，共 11 分'])
})
it('odd words in an address are the usual', () => {
  expect(readExamChoice(new URLSearchParams('tab=constructor&state=9&page=-1'))).toEqual({
    tab: 'open',
    state: MistakeState.active,
    queue: AttemptState.handedIn,
    page: 1,
  })
  expect(examListHref(readExamChoice(new URLSearchParams('tab=mistakes&state=3&page=2')))).toBe(
    '/user/testPaper?tab=mistakes&state=3&page=2',
  )
})
it('an exam’s address says which attempt', () => {
  expect(readPaperChoice(undefined, new URLSearchParams())).toBeUndefined()
  expect(readPaperChoice('5', new URLSearchParams(resultHref(5, 2).split('?')[1]))).toEqual({
    id: 5,
    result: { attemptNo: 2 },
    mark: undefined,
  })
  expect(readPaperChoice('5', new URLSearchParams(markHref({ paperId: 5, id: 71 }).split('?')[1]))).toEqual({
    id: 5,
    result: undefined,
    mark: 71,
  })
  expect(readPaperChoice('5', new URLSearchParams('view=result&attempt=99'))?.result).toEqual({ attemptNo: undefined })
})
