import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { MistakeSource, MistakeState, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import type { Mistake, mistakeApi } from '#shared/contract/mistake.ts'
import { answerFor, scoreOf } from '#shared/rules/exam-answers.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import {
  countBook,
  countReviewed,
  type KnownQuestion,
  listDue,
  listMistakes,
  lockQuestion,
  type MistakeRow,
  saveProgress,
} from './mistake-store.ts'
import { dismiss, newProgress, type ReviewProgress, review, takeBack } from './review-schedule.ts'
import { findReview, insertMistakes, insertReviews } from './review-store.ts'

/** So many are asked on one day at most. */
const askedADay = 20

/** By their numbers. */
const states = [MistakeState.active, MistakeState.mastered, MistakeState.dismissed] as const

const unknownQuestion = (): ApiError => new ApiError(Code.NotFound, '没有找到这道题')

function toMistake({
  questionId,
  dueOn,
  createdAt,
  kind,
  stem,
  picture,
  options,
  blankCount,
  score,
  ...rest
}: MistakeRow): Mistake {
  const question = { id: questionId, kind, stem, picture, options, blankCount, score }
  return { question, ...rest, dueDay: dueOn, createTime: createdAt.getTime() }
}

/** A question of the caller's book, locked; 404 for every other. */
async function getMistake(
  ctx: CallContext,
  userId: number,
  questionId: number,
): Promise<KnownQuestion & { progress: ReviewProgress }> {
  const known = await lockQuestion(ctx.db, userId, questionId, new Date(ctx.clock.now()))
  if (!known?.progress) throw unknownQuestion()
  return { ...known, progress: known.progress }
}

/** Only what is asked today is answered: a question that was answered comes again on a later day. */
function refuseUnasked({ state, dueOn }: ReviewProgress, today: string): void {
  if (state === MistakeState.mastered) throw new ApiError(Code.Toast, '这道题已经掌握，不用再答了')
  if (state === MistakeState.dismissed) throw new ApiError(Code.Toast, '这道题已经收起，移回错题本再答')
  if (dueOn > today)
    throw new ApiError(
      Code.Toast,
      `这道题今天不用再答，${Number(dueOn.slice(5, 7))} 月 ${Number(dueOn.slice(8))} 日再来`,
    )
}

/** What the caller answered in its one form. A picture belongs to an exam's short answer, not here. */
function readAnswer({ kind, options, key }: KnownQuestion, answer: ExamAnswer): ExamAnswer {
  const { files: _files, ...typed } = answer
  const asked = { kind, optionKeys: options.map((option) => option.key), blankCount: key.blanks?.length ?? 0 }
  const read = answerFor(asked, typed)
  if (!read) throw new ApiError(Code.Fail, '参数 answer 不正确', 400)
  return read
}

function judge(
  { kind, score, key, halfForPart }: KnownQuestion,
  answer: ExamAnswer,
  isRight: boolean | undefined,
): boolean {
  if (kind !== QuestionKind.shortAnswer) return scoreOf({ kind, score, key, halfForPart }, answer) === score
  if (isRight === undefined) throw new ApiError(Code.Toast, '先看参考答案，再选自己答得对不对')
  return isRight
}

/** The book of questions that somebody got wrong. */
export const mistakeHandlers: Handlers<typeof mistakeApi> = {
  async list(ctx, { state: wanted, paperId, ...page }, { userId }) {
    const now = new Date(ctx.clock.now())
    const state = states[wanted - 1] ?? MistakeState.active
    const rows = await listMistakes(ctx.db, { userId, state, paperId }, page, now)
    const today = shanghaiDay(now.getTime())
    const counts = await countBook(ctx.db, { userId, paperId, today }, now)
    const doneToday = await countReviewed(ctx.db, userId, new Date(dayStart(today)))
    const totals = {
      [MistakeState.active]: counts.active,
      [MistakeState.mastered]: counts.mastered,
      [MistakeState.dismissed]: counts.dismissed,
    }
    return { ...toPage(rows.map(toMistake), totals[state], page), listStatus: counts, doneToday }
  },

  async queue(ctx, _input, { userId }) {
    const now = new Date(ctx.clock.now())
    const today = shanghaiDay(now.getTime())
    const doneToday = await countReviewed(ctx.db, userId, new Date(dayStart(today)))
    const most = Math.max(0, askedADay - doneToday)
    const questions = most === 0 ? [] : await listDue(ctx.db, { userId, today, most }, now)
    const { due: dueTotal } = await countBook(ctx.db, { userId, today }, now)
    return { questions: questions.map(toMistake), doneToday, dueTotal }
  },

  async add(ctx, { questionId }, { userId }) {
    const now = new Date(ctx.clock.now())
    const known = await lockQuestion(ctx.db, userId, questionId, now)
    if (!known) throw unknownQuestion()
    const { progress, paperId } = known
    if (!progress)
      await insertMistakes(
        ctx.db,
        userId,
        [{ ...newProgress(now), questionId, paperId, source: MistakeSource.added }],
        now,
      )
    else if (progress.state !== MistakeState.active)
      await saveProgress(ctx.db, { ...takeBack(progress, now), userId, questionId }, now)
    return true
  },

  async answer(ctx, { questionId, clientKey, answer: typed, isRight: said }, { userId }) {
    const now = new Date(ctx.clock.now())
    const known = await getMistake(ctx, userId, questionId)
    const { progress, key, explanation } = known
    const before = await findReview(ctx.db, { userId, questionId, clientKey })
    if (before) {
      const { state, successes } = progress
      return { isRight: before.isRight, key, explanation, dueDay: before.dueAfter, state, successes }
    }
    refuseUnasked(progress, shanghaiDay(now.getTime()))
    const answer = readAnswer(known, typed)
    const isRight = judge(known, answer, said)
    const after = review(progress, isRight, now)
    await saveProgress(ctx.db, { ...after, userId, questionId }, now)
    const days = { dueBefore: progress.dueOn, dueAfter: after.dueOn }
    await insertReviews(ctx.db, [{ userId, questionId, clientKey, answer, isRight, ...days }], now)
    const { state, successes, dueOn: dueDay } = after
    return { isRight, key, explanation, dueDay, state, successes }
  },

  async reveal(ctx, { questionId }, { userId }) {
    const { kind, key, explanation, progress } = await getMistake(ctx, userId, questionId)
    if (kind !== QuestionKind.shortAnswer) throw new ApiError(Code.Toast, '这道题先作答，再看答案')
    refuseUnasked(progress, shanghaiDay(ctx.clock.now()))
    return { key, explanation }
  },

  async dismiss(ctx, { questionId, isDismissed }, { userId }) {
    const now = new Date(ctx.clock.now())
    const { progress } = await getMistake(ctx, userId, questionId)
    await saveProgress(ctx.db, { ...dismiss(progress, isDismissed), userId, questionId }, now)
    return true
  },
}
