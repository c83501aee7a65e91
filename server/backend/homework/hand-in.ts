import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { findOwnFiles, type StoredFile } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { HomeworkState } from '#shared/contract/enums.ts'
import { deleteDraft } from './draft-store.ts'
import {
  findHomework,
  findHomeworkOf,
  type HomeworkView,
  handInAgain,
  insertHomework,
  mostRounds,
} from './homework-store.ts'
import { refusalOf } from './show-homework.ts'

/** How a homework is named: by its own id, or by its lesson and class. */
export interface WhichHomework {
  readonly id?: number | undefined
  readonly periodId?: number | undefined
  readonly scheduleId?: number | undefined
}

const gone = (): ApiError => new ApiError(Code.NotFound, '没有找到这份作业')
const changed = (): ApiError => new ApiError(Code.Toast, '这份作业刚刚在别处改过了，刷新后再交；写好的内容还在')

/** The caller's own homework; throws 404 for every other. */
export async function getOwnHomework(
  ctx: Pick<CallContext, 'clock' | 'db'>,
  { userId }: Session,
  { id, periodId, scheduleId }: WhichHomework,
): Promise<HomeworkView> {
  const now = new Date(ctx.clock.now())
  if (id !== undefined) {
    const view = await findHomework(ctx.db, id, now)
    if (!view || view.userId !== userId) throw gone()
    return view
  }
  if (periodId === undefined) throw new ApiError(Code.Fail, '参数 periodId 不正确', 400)
  const view = await findHomeworkOf(ctx.db, userId, { periodId, scheduleId }, now)
  if (!view) throw gone()
  return view
}

/** Files that somebody has uploaded for this; throws when one of them isn't theirs or is gone. */
export async function getOwnFiles(
  ctx: Pick<CallContext, 'db'>,
  { userId }: Session,
  urls: readonly string[],
): Promise<StoredFile[]> {
  if (new Set(urls).size !== urls.length) throw new ApiError(Code.Toast, '同一个文件添加了两次')
  const files = await findOwnFiles(ctx.db, userId, urls, 'study')
  if (!files) throw new ApiError(Code.Toast, '有文件没有上传成功，请重新上传')
  return files
}

/** Hands in, for the first time or again; runs in the call's transaction. Answers the homework's id. */
export async function handIn(
  ctx: CallContext,
  session: Session,
  {
    content,
    files: urls,
    version,
    ...which
  }: WhichHomework & { content: string; files: readonly string[]; version: number },
): Promise<number> {
  const now = new Date(ctx.clock.now())
  const view = await getOwnHomework(ctx, session, which)
  const refusal = refusalOf(view, now)
  if (refusal !== undefined) throw new ApiError(Code.Toast, refusal)
  const files = await getOwnFiles(ctx, session, urls)
  if (content.trim() === '' && files.length === 0) throw new ApiError(Code.Toast, '写点内容，或添加一个文件再提交')
  const { dueAt } = view
  const sheet = { content, files, dueAt, isLate: dueAt !== null && now > dueAt }
  const id = await write(ctx, view, { version, sheet, now })
  await deleteDraft(ctx.db, { userId: session.userId, periodId: view.periodId, scheduleId: view.scheduleId })
  return id
}

async function write(
  ctx: CallContext,
  view: HomeworkView,
  { version, sheet, now }: { version: number; sheet: Parameters<typeof insertHomework>[2]; now: Date },
): Promise<number> {
  if (view.id === null) {
    if (version !== 0) throw changed()
    const id = await insertHomework(ctx.db, view, sheet, now)
    if (id === undefined) throw changed()
    return id
  }
  if (view.roundNo >= mostRounds) throw new ApiError(Code.Toast, `一份作业最多交 ${mostRounds} 次`)
  if (!(await handInAgain(ctx.db, { id: view.id, version, taskId: view.taskId }, sheet, now))) throw changed()
  return view.id
}

/** What is taken back must still wait. */
export function refuseTakingBack({ state }: HomeworkView): void {
  if (state === HomeworkState.corrected) throw new ApiError(Code.Toast, '作业已经批改，不能删除')
  if (state === HomeworkState.notComplete) throw new ApiError(Code.Toast, '这份作业没有待批改的内容')
}
