import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { MarkKind } from '#shared/contract/enums.ts'
import type { HomeworkMark } from '#shared/contract/homework.ts'
import { mostMarkNumbers, mostMarks } from '#shared/contract/text-lengths.ts'
import { findForeign, refuseRefunded } from './correct.ts'
import {
  countMarks,
  findRoundFile,
  holdWaitingRound,
  insertMarks,
  listMarks,
  type MarkRow,
  type NewMark,
  setMarkWords,
  setRemoved,
  type WhichRound,
} from './mark-store.ts'

interface Round {
  readonly id: number
  readonly roundNo: number
}

const gone = (): ApiError => new ApiError(Code.NotFound, '没有找到这份作业')
const refuse = (words: string): ApiError => new ApiError(Code.Toast, words)
const notWaiting = (): ApiError => refuse('这一次交的作业已经不在等批改了，刷新后再看')

function toMark({ markedById, ...row }: MarkRow, { userId }: Session): HomeworkMark {
  return { ...row, isOwn: markedById === userId }
}

/** The round of another's homework that waits for the caller, held until the call has ended; throws 404, or 4004 when it doesn't wait. */
async function holdRound(ctx: CallContext, session: Session, { id, roundNo }: Round): Promise<WhichRound> {
  const view = await findForeign(ctx, session, id)
  if (!view) throw gone()
  refuseRefunded(view)
  const round = { homeworkId: id, roundNo }
  if (!(await holdWaitingRound(ctx.db, round))) throw notWaiting()
  return round
}

/** Whether the numbers are those of such a mark: a stroke has three a point, a circle four, a pin two. */
function isWhole({ kind, points }: NewMark): boolean {
  if (kind === MarkKind.pin) return points.length === 2
  if (kind === MarkKind.circle) return points.length === 4 && points.slice(2).every((radius) => radius > 0)
  return points.length >= 6 && points.length % 3 === 0
}

/** Draws on a photo of what waits. Marks beyond what a round may have are refused, all of them. */
export async function drawMarks(
  ctx: CallContext,
  session: Session,
  { url, marks, ...which }: Round & { url: string; marks: readonly (Omit<NewMark, 'words'> & { words: string })[] },
): Promise<void> {
  const round = await holdRound(ctx, session, which)
  const file = await findRoundFile(ctx.db, round, url)
  if (!file) throw gone()
  if (!file.contentType.startsWith('image/')) throw refuse('只有照片上才能画')
  const drawn = await countMarks(ctx.db, round)
  if (drawn.marks + marks.length > mostMarks) throw refuse(`一次作业上最多画 ${mostMarks} 笔，这里已经画满了`)
  const numbers = marks.reduce((sum, { points }) => sum + points.length, drawn.numbers)
  if (numbers > mostMarkNumbers) throw refuse('这份作业上画的笔迹太多，已经画满了')
  const given = marks.map(({ words, ...mark }) => ({ ...mark, words: words === '' ? null : words }))
  if (!given.every(isWhole)) throw refuse('这一笔没有画完整，请重画')
  await insertMarks(ctx.db, { fileId: file.id, by: session.userId }, given, new Date(ctx.clock.now()))
}

/** Takes own marks away, or brings them back. */
export async function removeMarks(
  ctx: CallContext,
  session: Session,
  { keys, isRemoved, ...which }: Round & { keys: readonly string[]; isRemoved: boolean },
): Promise<void> {
  const round = await holdRound(ctx, session, which)
  const by = session.userId
  const found = await setRemoved(ctx.db, round, { keys, isRemoved, by }, new Date(ctx.clock.now()))
  if (found < new Set(keys).size) throw refuse('只能撤销自己画的')
}

/** Other words at an own pin; answers their version. */
export async function changeMarkWords(
  ctx: CallContext,
  session: Session,
  { key, words, version, ...which }: Round & { key: string; words: string; version: number },
): Promise<number> {
  const round = await holdRound(ctx, session, which)
  const by = session.userId
  const saved = await setMarkWords(ctx.db, round, { key, words: words === '' ? null : words, version, by })
  if (saved === undefined) throw refuse('这条批注在别处改过了，刷新后再改')
  return saved
}

/** What is drawn on a round: for who corrects it everything, for its learner when it came back. */
export async function showMarks(ctx: CallContext, session: Session, { id, roundNo }: Round, isOwn: boolean) {
  const rows = await listMarks(ctx.db, { homeworkId: id, roundNo }, { decidedOnly: isOwn })
  return rows.map((row) => toMark(row, session))
}
