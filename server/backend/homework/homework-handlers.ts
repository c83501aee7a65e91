import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { homeworkApi } from '#shared/contract/homework.ts'
import { findForeign } from './correct.ts'
import { deleteDraft, findDraft, saveDraft } from './draft-store.ts'
import { countExcellent, listExcellent } from './excellent-store.ts'
import { getOwnFiles, getOwnHomework, handIn, refuseTakingBack } from './hand-in.ts'
import { setMayShow, takeBack } from './homework-store.ts'
import { showMarks } from './marks.ts'
import {
  countOwnHomework,
  listCoursesWithHomework,
  listOwnHomework,
  listOwnSchedules,
  listPeriodsWithHomework,
} from './own-homework-store.ts'
import { showHomework } from './show-homework.ts'
import { followWorksWall } from './works-wall.ts'

/** What learners do with their homework. */
export const homeworkHandlers: Handlers<typeof homeworkApi> = {
  async list(ctx, input, { userId }) {
    const now = new Date(ctx.clock.now())
    const rows = await listOwnHomework(ctx.db, userId, input, now)
    const counts = await countOwnHomework(ctx.db, userId, input, now)
    const byState = [counts.notComplete, counts.waitingCorrection, counts.corrected]
    const total = input.state === undefined ? byState.reduce((sum, count) => sum + count, 0) : byState[input.state - 1]
    const records = rows.map(({ taskId: _taskId, dueAt, submittedAt, coverImg, ...row }) => ({
      ...row,
      coverImg: coverImg ?? '',
      dueTime: dueAt?.getTime() ?? null,
      submitTime: submittedAt?.getTime() ?? null,
    }))
    return { ...toPage(records, total ?? 0, input), listStatus: counts }
  },

  async detail(ctx, input, session) {
    const now = new Date(ctx.clock.now())
    const foreign = input.id === undefined ? undefined : await findForeign(ctx, session, input.id)
    return showHomework(ctx.db, foreign ?? (await getOwnHomework(ctx, session, input)), {
      now,
      isDesk: foreign !== undefined,
    })
  },

  async delete(ctx, { id }, session) {
    const view = await getOwnHomework(ctx, session, { id })
    refuseTakingBack(view)
    if (!(await takeBack(ctx.db, id, new Date(ctx.clock.now()))))
      throw new ApiError(Code.Toast, '作业刚刚被批改了，刷新看看')
    return true
  },

  async courses(ctx, _input, { userId }) {
    return listCoursesWithHomework(ctx.db, userId, new Date(ctx.clock.now()))
  },

  async lastSchedule(ctx, { courseId }, { userId }) {
    const [last] = await listOwnSchedules(ctx.db, userId, courseId, new Date(ctx.clock.now()))
    return last ?? null
  },

  async schedules(ctx, { courseId }, { userId }) {
    return listOwnSchedules(ctx.db, userId, courseId, new Date(ctx.clock.now()))
  },

  async periods(ctx, input, { userId }) {
    return listPeriodsWithHomework(ctx.db, userId, input, new Date(ctx.clock.now()))
  },

  async save(ctx, input, session) {
    await ctx.limits.take('homeworkHandedIn', String(session.userId))
    return { id: await handIn(ctx, session, input) }
  },

  async draft(ctx, input, session) {
    const { userId, periodId, scheduleId } = await getOwnHomework(ctx, session, input)
    const draft = await findDraft(ctx.db, { userId, periodId, scheduleId })
    if (!draft) return null
    const { savedAt, ...kept } = draft
    return { ...kept, savedTime: savedAt.getTime() }
  },

  async saveDraft(ctx, { content, files: urls, version, ...which }, session) {
    await ctx.limits.take('homeworkDraft', String(session.userId))
    const { userId, periodId, scheduleId } = await getOwnHomework(ctx, session, which)
    const owner = { userId, periodId, scheduleId }
    const files = await getOwnFiles(ctx, session, urls)
    if (content === '' && files.length === 0) {
      await deleteDraft(ctx.db, owner)
      return null
    }
    const saved = await saveDraft(ctx.db, owner, { content, files, version }, new Date(ctx.clock.now()))
    if (!saved) throw new ApiError(Code.Toast, '这份草稿在另一台设备上改过了，刷新后再写')
    const { savedAt, ...kept } = saved
    return { ...kept, savedTime: savedAt.getTime() }
  },

  async consent(ctx, { id, mayShow }, session) {
    await getOwnHomework(ctx, session, { id })
    await setMayShow(ctx.db, id, mayShow)
    await followWorksWall(ctx, id)
    return true
  },

  async marks(ctx, input, session) {
    const foreign = await findForeign(ctx, session, input.id)
    if (!foreign) await getOwnHomework(ctx, session, { id: input.id })
    return showMarks(ctx, session, input, !foreign)
  },

  async excellent(ctx, { pageNum, pageSize, ...which }, session) {
    const page = { pageNum, pageSize }
    const { periodId, scheduleId } = await getOwnHomework(ctx, session, which)
    const records = await listExcellent(ctx.db, { periodId, scheduleId }, page)
    return toPage(records, await countExcellent(ctx.db, { periodId, scheduleId }), page)
  },
}
