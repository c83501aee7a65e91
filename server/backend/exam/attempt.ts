import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { findOwnFiles } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AttemptClosedBy, ExamSaveState, PaperState, UnsavedReason } from '#shared/contract/enums.ts'
import type { AnswerChange, ExamAttempt, ExamReceipt } from '#shared/contract/exam-fields.ts'
import { answerFor } from '#shared/rules/exam-answers.ts'
import { deadlineOf, isPastDeadline } from '#shared/rules/exam-time.ts'
import { isPhoto } from '#shared/rules/upload-rules.ts'
import { type CheckedAnswer, keepUnsaved, listAnswers, saveAnswers } from './answer-store.ts'
import { type AttemptRow, insertAttempt, lockOpenAttempt, lockOwnAttempt, takeLease } from './attempt-store.ts'
import { closeAttempts, isClosed, receiptOf } from './close.ts'
import { findShapes } from './known-shapes.ts'
import { drawLayout, inLayout, toQuestion } from './layout.ts'
import { findOwnExam, type OwnExam } from './own-exam-store.ts'
import { lockPaper } from './paper-lock-store.ts'
import { listQuestions, listShapes, type QuestionShape } from './question-store.ts'
import { saveMany } from './save-store.ts'
import { refusalOf, withdrawnText } from './show-exam.ts'

export const noExam = (): ApiError => new ApiError(Code.NotFound, '没有找到这场考试')

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

function isOver({ deadlineAt }: AttemptRow, now: Date): boolean {
  return isPastDeadline(timeOf(deadlineAt), now.getTime())
}

/** A paper that the caller may see; throws 404 for every other. */
export async function getOwnExam(
  db: Database,
  { userId }: Session,
  { id, now }: { id: number; now: Date },
): Promise<OwnExam> {
  const exam = await findOwnExam(db, userId, id, now)
  if (!exam) throw noExam()
  return exam
}

/** The attempt that is under way, held; one whose time is over is closed. */
async function lockUnderWay(
  trx: Database,
  userId: number,
  paperId: number,
  now: Date,
): Promise<AttemptRow | undefined> {
  const attempt = await lockOpenAttempt(trx, userId, paperId)
  if (!attempt || !isOver(attempt, now)) return attempt
  await closeAttempts(trx, [attempt], AttemptClosedBy.clock, now)
  return undefined
}

async function beginNew(
  trx: Database,
  { userId }: Session,
  { exam, device }: { exam: OwnExam; device: string },
  now: Date,
): Promise<AttemptRow> {
  const refusal = refusalOf(exam)
  if (refusal !== undefined) throw new ApiError(Code.Toast, refusal)
  const questions = await listQuestions(trx, [exam.id])
  // the learner's own end has their minutes in it already
  const end = { endAt: exam.endAt === null ? null : exam.endAt.getTime() - exam.extraMin * 60_000 }
  const deadline = deadlineOf({ ...exam, ...end }, now.getTime())
  const fresh = {
    paperId: exam.id,
    userId,
    attemptsAllowed: exam.attemptsAllowed,
    deadlineAt: deadline === null ? null : new Date(deadline),
    layout: drawLayout(questions, exam.isShuffled),
    device,
  }
  await insertAttempt(trx, fresh, now)
  // another device may have begun it at the same moment: then this one goes on with that
  const attempt = await lockOpenAttempt(trx, userId, exam.id)
  if (!attempt) throw new ApiError(Code.Toast, '这场考试刚刚在别处交卷了，刷新看看')
  return attempt
}

/** Begins, or goes on with what is under way; from now on `device` writes. Runs in the call's transaction. */
export async function beginAttempt(
  { db, clock }: Pick<CallContext, 'clock' | 'db'>,
  session: Session,
  { id, device }: { id: number; device: string },
): Promise<ExamAttempt> {
  const now = new Date(clock.now())
  // its questions stay as they are from here on
  if (!(await lockPaper(db, id))) throw noExam()
  const open = await lockUnderWay(db, session.userId, id, now)
  const exam = await getOwnExam(db, session, { id, now })
  if (exam.paperState !== PaperState.published) throw new ApiError(Code.Toast, withdrawnText)
  const attempt = open ?? (await beginNew(db, session, { exam, device }, now))
  const leaseNo = await takeLease(db, attempt.id, device, now)
  const questions = inLayout(attempt.layout, await listQuestions(db, [id]))
  const answers = await listAnswers(db, [attempt.id])
  return {
    id: attempt.id,
    attemptNo: attempt.attemptNo,
    state: attempt.state,
    begunTime: attempt.begunAt.getTime(),
    deadlineTime: timeOf(attempt.deadlineAt),
    serverTime: now.getTime(),
    leaseNo,
    questions: questions.map(toQuestion),
    answers: answers.map(({ savedAt, attemptId: _attemptId, score: _score, comment: _comment, ...answer }) => ({
      ...answer,
      savedTime: savedAt.getTime(),
    })),
  }
}

/** Which attempt, and who writes. */
export interface Writer {
  readonly attemptId: number
  readonly device: string
  readonly leaseNo: number
}

/** The newest of each question, in the order of their numbers: two batches never wait for each other crosswise. */
function newestOf(changes: readonly AnswerChange[]): AnswerChange[] {
  const newest = new Map<number, AnswerChange>()
  for (const change of changes)
    if (change.seq > (newest.get(change.questionId)?.seq ?? 0)) newest.set(change.questionId, change)
  return [...newest.values()].sort((one, other) => one.questionId - other.questionId)
}

/** In the form of its question; undefined when that can't be answered so. */
function toChecked(
  { questionId, answer, isFlagged, seq }: AnswerChange,
  shape: QuestionShape,
): CheckedAnswer | undefined {
  const kept = answerFor(shape, answer)
  return kept && { questionId, answer: kept, isFlagged, seq }
}

/** Answers looked at: all are of this paper, in the form of their question, with files of their own. */
async function checkAnswers(
  trx: Database,
  { userId, paperId }: AttemptRow,
  changes: readonly AnswerChange[],
): Promise<CheckedAnswer[]> {
  const newest = newestOf(changes)
  const ids = newest.map(({ questionId }) => questionId)
  const shapes = new Map((await listShapes(trx, ids)).map((shape) => [shape.id, shape]))
  const checked = newest.map((change) => {
    const shape = shapes.get(change.questionId)
    if (shape?.paperId !== paperId) throw new ApiError(Code.Toast, '这道题不在这份试卷里，刷新后再答')
    const answer = toChecked(change, shape)
    if (!answer) throw new ApiError(Code.Toast, '有一道题的答案不完整，刷新后再答一次')
    return answer
  })
  const files = [...new Set(checked.flatMap(({ answer }) => answer.files ?? []))]
  const stored = await findOwnFiles(trx, userId, files, 'study')
  if (!stored) throw new ApiError(Code.Toast, '有文件没有上传成功，请重新上传')
  if (!stored.every(({ name }) => isPhoto(name))) throw new ApiError(Code.Toast, '简答题只收照片，请换一张')
  return checked
}

async function getAttempt(trx: Database, { userId }: Session, id: number): Promise<AttemptRow> {
  const attempt = await lockOwnAttempt(trx, userId, id)
  if (!attempt) throw noExam()
  return attempt
}

/** Takes answers of who may write, keeps those of others apart; closes what is over. */
async function take(
  trx: Database,
  attempt: AttemptRow,
  { writer, changes }: { writer: Writer; changes: readonly AnswerChange[] },
  now: Date,
): Promise<ExamSaveState> {
  const answers = changes.length === 0 ? [] : await checkAnswers(trx, attempt, changes)
  const { device, leaseNo } = writer
  const keep = async (reason: UnsavedReason): Promise<void> => {
    if (answers.length > 0) await keepUnsaved(trx, attempt.id, { answers, leaseNo, device, reason }, now)
  }
  if (isClosed(attempt) || isOver(attempt, now)) {
    await keep(UnsavedReason.late)
    if (!isClosed(attempt)) await closeAttempts(trx, [attempt], AttemptClosedBy.clock, now)
    return ExamSaveState.over
  }
  if (attempt.paperState !== PaperState.published) throw new ApiError(Code.Toast, withdrawnText)
  if (attempt.leaseNo !== leaseNo || attempt.leaseDevice !== device) {
    await keep(UnsavedReason.otherDevice)
    return ExamSaveState.takenOver
  }
  if (answers.length > 0) await saveAnswers(trx, attempt.id, { answers, leaseNo }, now)
  return ExamSaveState.saved
}

/** What became of a batch. */
export interface SavedBatch {
  readonly state: ExamSaveState
  readonly savedTime: number
  readonly deadlineTime: number | null
  readonly serverTime: number
}

/** A batch as nearly all are: good, in time, from who writes. Goes in one statement with others'; undefined for any other. */
async function saveWithOthers(
  db: Database,
  { userId }: Session,
  { answers, ...writer }: Writer & { answers: readonly AnswerChange[] },
  at: Date,
): Promise<SavedBatch | undefined> {
  const newest = newestOf(answers)
  const shapes = await findShapes(
    db,
    newest.map(({ questionId }) => questionId),
  )
  const checked = newest.flatMap((change) => {
    const shape = shapes.get(change.questionId)
    const answer = shape && toChecked(change, shape)
    return answer && answer.answer.files === undefined ? [answer] : []
  })
  if (checked.length < newest.length) return undefined
  const save = { ...writer, userId, at, answers: checked }
  const standing = await gathered(db, 'exam save', save, (saves) => saveMany(db, saves))
  const time = at.getTime()
  return (
    standing && {
      state: ExamSaveState.saved,
      savedTime: time,
      deadlineTime: timeOf(standing.deadlineAt),
      serverTime: time,
    }
  )
}

/** Saves a batch; the same again changes nothing. */
export async function saveBatch(
  { db, clock, tx }: Pick<CallContext, 'clock' | 'db' | 'tx'>,
  session: Session,
  batch: Writer & { answers: readonly AnswerChange[] },
): Promise<SavedBatch> {
  const now = new Date(clock.now())
  const saved = await saveWithOthers(db, session, batch, now)
  if (saved) return saved
  return tx(async (trx) => {
    const { answers, ...writer } = batch
    const attempt = await getAttempt(trx, session, writer.attemptId)
    const state = await take(trx, attempt, { writer, changes: answers }, now)
    return { state, savedTime: now.getTime(), deadlineTime: timeOf(attempt.deadlineAt), serverTime: now.getTime() }
  })
}

/** Hands in, once: again it answers what the first one did. Runs in the call's transaction. */
export async function submitAttempt(
  { db, clock }: Pick<CallContext, 'clock' | 'db'>,
  session: Session,
  { answers, ...writer }: Writer & { answers: readonly AnswerChange[] },
): Promise<{ state: ExamSaveState; receipt: ExamReceipt | null }> {
  const now = new Date(clock.now())
  const attempt = await getAttempt(db, session, writer.attemptId)
  const taken = await take(db, attempt, { writer, changes: answers }, now)
  if (taken === ExamSaveState.takenOver) return { state: taken, receipt: null }
  if (taken === ExamSaveState.saved) await closeAttempts(db, [attempt], AttemptClosedBy.learner, now)
  const closed = await getAttempt(db, session, writer.attemptId)
  const isOwn = closed.closedBy === AttemptClosedBy.learner
  return { state: isOwn ? ExamSaveState.saved : ExamSaveState.over, receipt: receiptOf(closed) }
}
