import { audit } from '#server/backend/audit/audit.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { notify } from '#server/backend/message/notify.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { HomeworkSide, HomeworkState } from '#shared/contract/enums.ts'
import { correctedNotice, returnedNotice } from './answer-notices.ts'
import { correctRound, returnRound, setExcellent } from './correct-store.ts'
import { mayCorrect } from './corrector.ts'
import { getOwnFiles } from './hand-in.ts'
import { findHomework, type HomeworkView, insertFiles } from './homework-store.ts'
import { followWorksWall } from './works-wall.ts'

const overtaken = (): ApiError =>
  new ApiError(Code.Toast, '这份作业刚刚有了变化（重新提交、收回或已由同事批改），刷新后再看')

/** Another's homework that the caller may correct; undefined when it is their own, or not theirs to see. */
export async function findForeign(
  ctx: Pick<CallContext, 'clock' | 'db'>,
  session: Session,
  id: number,
): Promise<HomeworkView | undefined> {
  const now = new Date(ctx.clock.now())
  const view = await findHomework(ctx.db, id, now)
  return view && view.userId !== session.userId && (await mayCorrect(ctx.db, session, view, now)) ? view : undefined
}

/** Nothing is said of homework of a course whose money went back. */
export function refuseRefunded({ isRefunded }: HomeworkView): void {
  if (isRefunded) throw new ApiError(Code.Toast, '这位学员已经退课，这份作业不用批改了')
}

/** A homework that was handed in and that the caller may correct; throws 404 for every other. */
async function getHomeworkToCorrect(
  ctx: Pick<CallContext, 'clock' | 'db'>,
  session: Session,
  id: number,
): Promise<HomeworkView> {
  const now = new Date(ctx.clock.now())
  const view = await findHomework(ctx.db, id, now)
  if (!view || !(await mayCorrect(ctx.db, session, view, now))) throw new ApiError(Code.NotFound, '没有找到这份作业')
  return view
}

/** Staff decide about others. */
function refuseOwn(session: Session, { userId }: HomeworkView): void {
  if (userId === session.userId) throw new ApiError(Code.Toast, '不能批改自己的作业，请让其他老师处理')
}

function detailUrl(id: number): string {
  return `/homework/detail/${id}`
}

/** Corrects what waits; final. In the call's transaction, with the message to its learner and the audit. */
export async function correctHomework(
  ctx: CallContext,
  session: Session,
  {
    id,
    version,
    score,
    comment,
    files: urls,
  }: { id: number; version: number; score: number; comment: string; files: readonly string[] },
): Promise<void> {
  const now = new Date(ctx.clock.now())
  const view = await getHomeworkToCorrect(ctx, session, id)
  refuseOwn(session, view)
  refuseRefunded(view)
  if (view.state === HomeworkState.corrected) throw new ApiError(Code.Toast, '这份作业已经批改过了')
  const files = await getOwnFiles(ctx, session, urls)
  const roundId = await correctRound(ctx.db, { id, version, score, comment, by: session.userId }, now)
  if (roundId === undefined) throw overtaken()
  await insertFiles(ctx.db, roundId, HomeworkSide.correction, files)
  await notify(ctx.db, now, correctedNotice({ ...view, homeworkId: id, roundId }, score))
  await audit(ctx.db, ctx, {
    session,
    act: { action: 'homework.correct', subject: 'homework', subjectId: id, detail: { score } },
  })
}

/** Sends back what waits or was corrected, to be done again. */
export async function returnHomework(
  ctx: CallContext,
  session: Session,
  { id, version, comment, files: urls }: { id: number; version: number; comment: string; files: readonly string[] },
): Promise<void> {
  const now = new Date(ctx.clock.now())
  const view = await getHomeworkToCorrect(ctx, session, id)
  refuseOwn(session, view)
  refuseRefunded(view)
  if (view.state === HomeworkState.notComplete) throw new ApiError(Code.Toast, '这份作业没有可以退回的内容')
  const files = await getOwnFiles(ctx, session, urls)
  const roundId = await returnRound(ctx.db, { id, version, reason: comment, by: session.userId }, now)
  if (roundId === undefined) throw overtaken()
  await insertFiles(ctx.db, roundId, HomeworkSide.correction, files)
  await followWorksWall(ctx, id)
  await notify(ctx.db, now, returnedNotice({ ...view, homeworkId: id, roundId }, comment))
  await audit(ctx.db, ctx, { session, act: { action: 'homework.return', subject: 'homework', subjectId: id } })
}

/** Marks corrected homework as excellent, or takes that back. The same again changes nothing. */
export async function markExcellent(
  ctx: CallContext,
  session: Session,
  { id, isExcellent }: { id: number; isExcellent: boolean },
): Promise<void> {
  const now = new Date(ctx.clock.now())
  const view = await getHomeworkToCorrect(ctx, session, id)
  refuseOwn(session, view)
  refuseRefunded(view)
  if (view.state !== HomeworkState.corrected) throw new ApiError(Code.Toast, '批改以后才能评为优秀作业')
  if (!(await setExcellent(ctx.db, { id, isExcellent, by: session.userId }, now))) return
  await followWorksWall(ctx, id)
  if (isExcellent)
    await notify(ctx.db, now, {
      userId: view.userId,
      topic: 'homework',
      ref: `homework-excellent:${id}:${view.roundNo}`,
      title: '你的作业被评为优秀',
      text: `《${view.courseName}》的「${view.title}」被评为优秀作业。你同意后，同班同学就能看到它，学校也可能把它放上作品墙。`,
      button: { name: '看作业', url: detailUrl(id) },
    })
  await audit(ctx.db, ctx, {
    session,
    act: { action: 'homework.excellent', subject: 'homework', subjectId: id, detail: { isExcellent } },
  })
}
