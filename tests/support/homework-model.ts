import { expect } from 'vitest'
import { HomeworkOutcome, HomeworkState } from '#shared/contract/enums.ts'
import type { Api } from '#shared/contract/calls.ts'
import type { Learner } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'
import type { ClassWithHomework } from './homework-steps.ts'

export const minute = 60_000
export const hour = 60 * minute
/** Of the task, after the class. */
export const dueHours = 24

export type Who = 'teacher' | 'assistant' | 'office' | 'stranger'
export const tabs = ['phone', 'computer'] as const
export type Tab = (typeof tabs)[number]

export interface HomeworkWorld {
  readonly backend: Pick<TestBackend, 'clock' | 'db'> & { as(cookie: string): Api }
  readonly lesson: Pick<ClassWithHomework, 'courseId' | 'scheduleId' | 'periodId' | 'taskId' | 'end'>
  readonly learner: Pick<Learner, 'userId' | 'cookie'>
  readonly staff: Readonly<Record<Who, Pick<Learner, 'cookie'>>>
  /** The learner's photo. */
  readonly url: string
}

interface ModelRound {
  outcome: HomeworkOutcome | null
  isLate: boolean
  marks: number
}

/** What a page of the learner knew when it was read. */
interface Known {
  version: number
  draft: number
}

/** What ought to be, told by the rules alone. */
export interface HomeworkModel {
  /** Undefined: nothing was ever handed in. */
  id: number | undefined
  state: HomeworkState
  version: number
  rounds: ModelRound[]
  submittedAt: number
  score: number | null
  isExcellent: boolean
  mayShow: boolean
  draft: { content: string; version: number } | undefined
  isClosed: boolean
  taskVersion: number
  /** Of the course. */
  right: 'active' | 'over' | 'refunded'
  known: Record<Tab, Known>
  /** What a page of the desk knew. */
  desk: { version: number; roundNo: number }
  edges: Set<string>
}

export function createModel(): HomeworkModel {
  return {
    id: undefined,
    state: HomeworkState.notComplete,
    version: 0,
    rounds: [],
    submittedAt: 0,
    score: null,
    isExcellent: false,
    mayShow: false,
    draft: undefined,
    isClosed: false,
    taskVersion: 1,
    right: 'active',
    known: { phone: { version: 0, draft: 0 }, computer: { version: 0, draft: 0 } },
    desk: { version: 0, roundNo: 0 },
    edges: new Set(),
  }
}

export const lastRound = ({ rounds }: HomeworkModel): ModelRound | undefined => rounds.at(-1)

/** Ways from state to state that there are; 0: nothing was handed in. */
const legal: ReadonlySet<string> = new Set(['0>2', '1>2', '2>2', '2>1', '2>3', '3>1'])

/** Goes on to a state, by a way that there is. */
export function goTo(model: HomeworkModel, state: HomeworkState): void {
  const edge = `${model.id === undefined && model.rounds.length <= 1 && model.version === 0 ? 0 : model.state}>${state}`
  expect(legal.has(edge)).toBe(true)
  model.edges.add(edge)
  model.state = state
  model.version += 1
}

/** Whether a hand-in is taken. */
export const isTaken = ({ state, right, isClosed }: HomeworkModel): boolean =>
  state !== HomeworkState.corrected && right === 'active' && !isClosed

export function handInInModel(model: HomeworkModel, { lesson, backend }: HomeworkWorld): void {
  const now = backend.clock.now()
  const waiting = lastRound(model)
  if (waiting && waiting.outcome === null) waiting.outcome = HomeworkOutcome.replaced
  goTo(model, HomeworkState.waitingCorrection)
  model.rounds.push({ outcome: null, isLate: now > lesson.end + dueHours * hour, marks: 0 })
  model.submittedAt = now
  model.score = null
  model.draft = undefined
}

export function takeBackInModel(model: HomeworkModel): void {
  const waiting = lastRound(model)
  if (waiting) waiting.outcome = HomeworkOutcome.takenBack
  goTo(model, HomeworkState.notComplete)
}

export function correctInModel(model: HomeworkModel, score: number): void {
  const waiting = lastRound(model)
  if (waiting) waiting.outcome = HomeworkOutcome.corrected
  goTo(model, HomeworkState.corrected)
  model.score = score
}

export function returnInModel(model: HomeworkModel): void {
  const waiting = lastRound(model)
  if (waiting) waiting.outcome = HomeworkOutcome.returned
  goTo(model, HomeworkState.notComplete)
  model.score = null
  model.isExcellent = false
}

/** What lies in the database is what the rules say. */
export async function expectSame({ backend, learner, lesson }: HomeworkWorld, model: HomeworkModel): Promise<void> {
  const { db } = backend
  const rows = await db.selectFrom('homeworks').selectAll().where('homeworks.userId', '=', learner.userId).execute()
  const [row] = rows
  expect(rows.length).toBe(model.id === undefined ? 0 : 1)
  if (row) {
    expect({
      id: row.id,
      state: row.state,
      version: row.version,
      roundNo: row.roundNo,
      score: row.score,
      mayShow: row.mayShow,
      isExcellent: row.excellentAt !== null,
      submittedAt: row.submittedAt.getTime(),
      period: [row.courseId, row.periodId, row.scheduleId],
    }).toEqual({
      id: model.id,
      state: model.state,
      version: model.version,
      roundNo: model.rounds.length,
      score: model.score,
      mayShow: model.mayShow,
      isExcellent: model.isExcellent,
      submittedAt: model.submittedAt,
      period: [lesson.courseId, lesson.periodId, lesson.scheduleId],
    })
    const rounds = await db
      .selectFrom('homeworkRounds')
      .select(['homeworkRounds.outcome', 'homeworkRounds.isLate'])
      .select((eb) =>
        eb
          .selectFrom('homeworkMarks')
          .innerJoin('homeworkFiles', 'homeworkFiles.id', 'homeworkMarks.fileId')
          .whereRef('homeworkFiles.roundId', '=', 'homeworkRounds.id')
          .where('homeworkMarks.removedAt', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('marks'))
          .as('marks'),
      )
      .where('homeworkRounds.homeworkId', '=', row.id)
      .orderBy('homeworkRounds.roundNo')
      .execute()
    expect(rounds.map((round) => ({ ...round, marks: Number(round.marks) }))).toEqual(model.rounds)
  }
  const drafts = await db
    .selectFrom('homeworkDrafts')
    .select(['homeworkDrafts.content', 'homeworkDrafts.version'])
    .where('homeworkDrafts.userId', '=', learner.userId)
    .execute()
  expect(drafts).toEqual(model.draft ? [model.draft] : [])
}
