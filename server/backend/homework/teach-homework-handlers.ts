import { audit } from '#server/backend/audit/audit.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { isUpload, ownsUpload } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { teachHomeworkApi } from '#shared/contract/teach-homework.ts'
import { mostRemarks } from '#shared/contract/text-lengths.ts'
import { correctHomework, markExcellent, returnHomework } from './correct.ts'
import { countQueue, listQueue } from './correct-store.ts'
import { answerWithinMs, correctsAll, type HomeworkClass, mayCorrect } from './corrector.ts'
import { changeMarkWords, drawMarks, removeMarks } from './marks.ts'
import { deleteRemark, insertRemark, listRemarks } from './remark-store.ts'
import {
  closeTask,
  countTasks,
  findClassTeacher,
  findTask,
  findTaskPlace,
  listTasks,
  saveTask,
  type TaskPlace,
  teachesCourse,
} from './task-store.ts'

const noTask = (): ApiError => new ApiError(Code.NotFound, '没有找到这次作业')
const taskChanged = (): ApiError => new ApiError(Code.Toast, '这次作业刚刚被别人改过了，刷新后再改')

async function requireRight(ctx: CallContext, session: Session, place: HomeworkClass | undefined): Promise<void> {
  if (!place || !(await mayCorrect(ctx.db, session, place, new Date(ctx.clock.now())))) throw noTask()
}

/** A lesson's task for everybody is set by who teaches the course; a class's own by the class's staff. */
async function getPlace(
  ctx: CallContext,
  session: Session,
  periodId: number,
  scheduleId: number | undefined,
): Promise<TaskPlace> {
  const place = await findTaskPlace(ctx.db, periodId, scheduleId)
  await requireRight(ctx, session, place)
  if (!place) throw noTask()
  const isOfAll = place.scheduleId === null
  if (isOfAll && !correctsAll(session) && !(await teachesCourse(ctx.db, session.userId, place.courseId))) throw noTask()
  return place
}

function readDue(
  dueHours: number | null | undefined,
  dueTime: number | null | undefined,
  now: Date,
): { dueHours: number | null; dueAt: Date | null } {
  if (dueHours != null && dueTime != null) throw new ApiError(Code.Toast, '截止时间只能选一种')
  if (dueTime != null && !(dueTime > now.getTime() && dueTime < now.getTime() + 366 * 86_400_000))
    throw new ApiError(Code.Toast, '截止时间要在一年之内，晚于现在')
  return { dueHours: dueHours ?? null, dueAt: dueTime == null ? null : new Date(dueTime) }
}

/** A picture of a task: the school's own, or one that the caller has sent; whoever serves all classes keeps those of others. */
async function mayShowPicture(ctx: CallContext, session: Session, url: string): Promise<boolean> {
  if (url.startsWith('/media/pictures/')) return !url.includes('..')
  return correctsAll(session) ? isUpload(ctx.db, url) : ownsUpload(ctx.db, session.userId, url)
}

/** Setting, correcting and giving back homework. */
export const teachHomeworkHandlers: Handlers<typeof teachHomeworkApi> = {
  async queue(ctx, input, session) {
    const now = new Date(ctx.clock.now())
    const rows = await listQueue(ctx.db, session, input, now)
    const { total, isWhole } = await countQueue(ctx.db, session, input, now)
    const page = toPage(
      rows.map(({ submittedAt, ...row }) => ({
        ...row,
        submitTime: submittedAt.getTime(),
        answerDueTime: submittedAt.getTime() + answerWithinMs,
      })),
      total,
      input,
    )
    return { ...page, isWhole }
  },

  async correct(ctx, input, session) {
    await correctHomework(ctx, session, input)
    return true
  },

  async mark(ctx, input, session) {
    await drawMarks(ctx, session, input)
    return true
  },

  async unmark(ctx, input, session) {
    await removeMarks(ctx, session, input)
    return true
  },

  async markWords(ctx, input, session) {
    return { version: await changeMarkWords(ctx, session, input) }
  },

  async remarks(ctx, _input, { userId }) {
    return listRemarks(ctx.db, userId)
  },

  async saveRemark(ctx, { words }, session) {
    if (!session.isAdmin && session.roles.length === 0) throw new ApiError(Code.NotFound, '没有找到这份作业')
    const kept = await listRemarks(ctx.db, session.userId)
    if (kept.length >= mostRemarks && !kept.some((one) => one.words === words))
      throw new ApiError(Code.Toast, `常用话最多 ${mostRemarks} 条，先删掉几条`)
    await insertRemark(ctx.db, session.userId, words, new Date(ctx.clock.now()))
    return listRemarks(ctx.db, session.userId)
  },

  async deleteRemark(ctx, { id }, { userId }) {
    await deleteRemark(ctx.db, userId, id)
    return listRemarks(ctx.db, userId)
  },

  async return(ctx, input, session) {
    await returnHomework(ctx, session, input)
    return true
  },

  async excellent(ctx, input, session) {
    await markExcellent(ctx, session, input)
    return true
  },

  async tasks(ctx, { courseId, scheduleId, ...page }, session) {
    const which = { courseId, scheduleId }
    const schedule = await findClassTeacher(ctx.db, which)
    await requireRight(ctx, session, schedule && { courseId, scheduleId: scheduleId ?? null, ...schedule })
    const rows = await listTasks(ctx.db, which, page)
    const records = rows.map(({ dueAt, closedAt, ...row }) => ({
      ...row,
      dueTime: dueAt?.getTime() ?? null,
      closedTime: closedAt?.getTime() ?? null,
    }))
    return toPage(records, await countTasks(ctx.db, which), page)
  },

  async saveTask(ctx, { periodId, scheduleId, title, requirement, pictures, dueHours, dueTime, version }, session) {
    const now = new Date(ctx.clock.now())
    const place = await getPlace(ctx, session, periodId, scheduleId)
    for (const url of pictures)
      if (!(await mayShowPicture(ctx, session, url))) throw new ApiError(Code.Toast, '有图片没有上传成功，请重新上传')
    const words = {
      periodId,
      scheduleId: place.scheduleId,
      title,
      requirement,
      pictures,
      ...readDue(dueHours, dueTime, now),
    }
    const id = await saveTask(ctx.db, words, { version, by: session.userId }, now)
    if (id === undefined) throw taskChanged()
    await audit(ctx.db, ctx, {
      session,
      act: {
        action: 'homework.task',
        subject: 'homework-task',
        subjectId: id,
        detail: { periodId, scheduleId: place.scheduleId, isNew: version === 0 },
      },
    })
    return { id }
  },

  async closeTask(ctx, { id, version, isClosed }, session) {
    const task = await findTask(ctx.db, id)
    if (!task) throw noTask()
    await getPlace(ctx, session, task.periodId, task.scheduleId ?? undefined)
    if ((task.closedAt !== null) === isClosed) return true
    if (!(await closeTask(ctx.db, { id, version, isClosed }, new Date(ctx.clock.now())))) throw taskChanged()
    await audit(ctx.db, ctx, {
      session,
      act: { action: 'homework.close', subject: 'homework-task', subjectId: id, detail: { isClosed } },
    })
    return true
  },
}
