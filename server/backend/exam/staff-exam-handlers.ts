import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AnswersRevealed, PaperState } from '#shared/contract/enums.ts'
import type { NewQuestion, StaffPaper, staffExamApi } from '#shared/contract/staff-exam.ts'
import { checkQuestion } from './check-question.ts'
import { countTenths, findFigures, listQuestionFigures } from './figures-store.ts'
import { listQuestions } from './question-store.ts'
import {
  countPapers,
  findPaper,
  insertPaper,
  isProduct,
  listPapers,
  lockPaperAlone,
  type PaperSettings,
  replaceQuestions,
  type StaffPaperRow,
  updatePaper,
} from './staff-exam-store.ts'

const noPaper = (): ApiError => new ApiError(Code.NotFound, '没有找到这份试卷')

function toPaper({ beginAt, endAt, updatedAt, publishedAt, ...row }: StaffPaperRow): StaffPaper {
  return {
    ...row,
    begDate: beginAt?.getTime() ?? null,
    endDate: endAt?.getTime() ?? null,
    updateTime: updatedAt.getTime(),
    publishTime: publishedAt?.getTime() ?? null,
  }
}

/** The paper as it was read, held alone; throws when somebody has changed it since. */
async function holdPaper({ db }: StaffCallContext, id: number, version: number): Promise<StaffPaperRow> {
  const paper = await lockPaperAlone(db, id)
  if (!paper) throw noPaper()
  if (paper.version !== version) throw new ApiError(Code.Toast, '这份试卷刚刚被同事改过，刷新后再改')
  return paper
}

/** What many have begun must stay the same for who comes after. */
function refuseOtherRules(paper: StaffPaperRow, settings: PaperSettings): void {
  if (paper.attempts === 0) return
  if (
    paper.productId !== settings.productId ||
    paper.halfForPart !== settings.halfForPart ||
    paper.url !== settings.url
  )
    throw new ApiError(Code.Toast, '已经有人作答，不能再改课程、计分方式和作答的地方')
}

async function checkSettings({ db }: StaffCallContext, settings: PaperSettings): Promise<void> {
  const { beginAt, endAt, productId } = settings
  if (beginAt && endAt && beginAt >= endAt) throw new ApiError(Code.Toast, '结束时间要晚于开始时间')
  if (productId !== null && !(await isProduct(db, productId))) throw new ApiError(Code.Toast, '没有找到这门课程')
}

async function savePaper(
  ctx: StaffCallContext,
  { userId }: Session,
  { id, version, settings }: { id: number | undefined; version: number; settings: PaperSettings },
): Promise<{ id: number; version: number }> {
  const now = new Date(ctx.clock.now())
  await checkSettings(ctx, settings)
  if (id === undefined) {
    const made = await insertPaper(ctx.db, settings, userId, now)
    await ctx.acts.record(ctx.db, { action: 'exam.make', subject: 'exam-paper', subjectId: made.id, after: settings })
    return made
  }
  const before = await holdPaper(ctx, id, version)
  refuseOtherRules(before, settings)
  if (before.state === PaperState.published) requireEnd(settings)
  if (settings.url !== null && before.questionCount > 0)
    throw new ApiError(Code.Toast, '在别的网站作答的试卷不能有题目，先清空题目')
  const next = await updatePaper(ctx.db, id, settings, now)
  await ctx.acts.record(ctx.db, { action: 'exam.save', subject: 'exam-paper', subjectId: id, before, after: settings })
  return { id, version: next }
}

/** A published paper that shows its answers after its end has one. */
function requireEnd({ reveal, endAt, url }: Pick<PaperSettings, 'reveal' | 'endAt' | 'url'>): void {
  if (reveal === AnswersRevealed.afterEnd && endAt === null && url === null)
    throw new ApiError(Code.Toast, '答案在考试结束后公布，先定结束时间')
}

function checkQuestions(questions: readonly NewQuestion[]): NewQuestion[] {
  return questions.map((question, at) => {
    const checked = checkQuestion(question)
    if (typeof checked === 'string') throw new ApiError(Code.Toast, `第 ${at + 1} 题：${checked}`)
    return checked
  })
}

/** Papers of the school. */
export const staffExamHandlers: Handlers<typeof staffExamApi> = {
  async papers(ctx, { state, productId, ...page }) {
    const filter = { state, productId }
    const rows = await listPapers(ctx.db, filter, page)
    return toPage(rows.map(toPaper), await countPapers(ctx.db, filter), page)
  },

  async paper(ctx, { id }) {
    const paper = await findPaper(ctx.db, id)
    if (!paper) throw noPaper()
    const questions = await listQuestions(ctx.db, [id])
    return {
      ...toPaper(paper),
      questions: questions.map(({ answer, paperId: _paperId, ...question }) => ({ ...question, key: answer })),
    }
  },

  async save(ctx, { id, version, begDate, endDate, ...words }, session) {
    const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time))
    const settings = { ...words, beginAt: dateOf(begDate), endAt: dateOf(endDate) }
    return savePaper(ctx, session, { id, version, settings })
  },

  async questions(ctx, { id, version, questions }) {
    const paper = await holdPaper(ctx, id, version)
    if (paper.attempts > 0) throw new ApiError(Code.Toast, '已经有人作答，题目不能再改')
    if (paper.url !== null) throw new ApiError(Code.Toast, '这份试卷在别的网站作答，不能加题目')
    const checked = checkQuestions(questions)
    if (checked.length === 0 && paper.state === PaperState.published)
      throw new ApiError(Code.Toast, '试卷已经发布，至少要留一道题')
    await replaceQuestions(ctx.db, id, checked)
    const totalScore = checked.reduce((sum, { score }) => sum + score, 0)
    const values = { questionCount: checked.length, totalScore }
    const next = await updatePaper(ctx.db, id, values, new Date(ctx.clock.now()))
    await ctx.acts.record(ctx.db, { action: 'exam.questions', subject: 'exam-paper', subjectId: id, detail: values })
    return { version: next }
  },

  async publish(ctx, { id, version, isPublished }) {
    const paper = await holdPaper(ctx, id, version)
    const state = isPublished ? PaperState.published : PaperState.withdrawn
    if (paper.state === state) {
      ctx.acts.unchanged()
      return { version }
    }
    if (!isPublished && paper.state === PaperState.draft) throw new ApiError(Code.Toast, '草稿还没有发布，不用撤回')
    if (isPublished && paper.questionCount === 0 && paper.url === null)
      throw new ApiError(Code.Toast, '先加上题目再发布')
    if (isPublished) requireEnd(paper)
    const next = await updatePaper(ctx.db, id, { state }, new Date(ctx.clock.now()))
    await ctx.acts.record(ctx.db, {
      action: isPublished ? 'exam.publish' : 'exam.withdraw',
      subject: 'exam-paper',
      subjectId: id,
      before: { state: paper.state },
      after: { state },
    })
    return { version: next }
  },

  async statistics(ctx, { id }) {
    const paper = await findPaper(ctx.db, id)
    if (!paper) throw noPaper()
    return {
      id,
      title: paper.title,
      totalScore: paper.totalScore,
      ...(await findFigures(ctx.db, id)),
      tenths: await countTenths(ctx.db, id),
      questions: await listQuestionFigures(ctx.db, id),
    }
  },
}
