import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { MistakeState, QuestionKind } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { addDays } from '#shared/rules/month-days.ts'
import { type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { answerWrong, type BuiltPaper, buildPaper } from '../support/mistake-steps.ts'

// MISTAKE_SEED: the stories of a run that failed.
const isFull = process.env.PROOF === 'full'
const numRuns = isFull ? 10_000 : 200
const backend = backendOfFile()

type Step =
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'right' | 'wrong' | 'twice' | 'again' | 'dismiss' | 'restore' | 'add' | 'exam' }

/** What ought to stand in the book, told by the rules alone; when a question is due again is the schedule's word. */
interface Model {
  state: MistakeState
  successes: number
  lapses: number
  dueDay: string
  /** The day of the last answer; '' before. */
  lastDay: string
  lastKey: string
}

interface World {
  readonly learner: { -readonly [K in keyof Learner]: Learner[K] }
  readonly paper: BuiltPaper
  readonly questionId: number
  attempts: number
  keys: number
}

const right = { options: [1] }
const wrong = { options: [0] }
const today = () => shanghaiDay(backend.clock.now())
const api = ({ learner }: World) => backend.as(learner.cookie)

function send(world: World, answer: { options: number[] }, clientKey: string) {
  return api(world).call('POST /api/exam/mistake/answer', { questionId: world.questionId, clientKey, answer })
}

const freshKey = (world: World) => `machine-${world.questionId}-${++world.keys}`
const isAsked = (model: Model) => model.state === MistakeState.active && model.dueDay <= today()

/** An answer that counts. */
function answered(model: Model, isRight: boolean, dueDay: string): void {
  expect(dueDay > today() && dueDay <= addDays(today(), 180)).toBe(true)
  if (!isRight) expect(dueDay <= addDays(today(), 20)).toBe(true)
  const isLater = model.lastDay < today()
  model.successes = isRight ? model.successes + (isLater ? 1 : 0) : 0
  model.lapses += isRight ? 0 : 1
  if (model.successes === 4) model.state = MistakeState.mastered
  model.lastDay = today()
  model.dueDay = dueDay
}

async function answer(world: World, model: Model, isRight: boolean): Promise<void> {
  const clientKey = freshKey(world)
  const sent = send(world, isRight ? right : wrong, clientKey)
  if (!isAsked(model)) return expect(sent).rejects.toMatchObject({ code: 4004 })
  const result = await sent
  expect(result.isRight).toBe(isRight)
  answered(model, isRight, result.dueDay)
  model.lastKey = clientKey
}

/** From two tabs at once: one counts. */
async function answerTwice(world: World, model: Model): Promise<void> {
  const tries = await Promise.allSettled([send(world, right, freshKey(world)), send(world, right, freshKey(world))])
  const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(done).toHaveLength(isAsked(model) ? 1 : 0)
  if (done[0]) answered(model, true, done[0].dueDay)
}

/** The answer before, sent again: it changes nothing. */
async function sendAgain(world: World, model: Model): Promise<void> {
  if (model.lastKey !== '')
    expect(await send(world, wrong, model.lastKey)).toMatchObject({ successes: model.successes })
}

async function setDismissed(world: World, model: Model, isDismissed: boolean): Promise<void> {
  await api(world).call('POST /api/exam/mistake/dismiss', { questionId: world.questionId, isDismissed })
  if (isDismissed) model.state = MistakeState.dismissed
  else if (model.state === MistakeState.dismissed)
    model.state = model.successes === 4 ? MistakeState.mastered : MistakeState.active
}

async function add(world: World, model: Model): Promise<void> {
  await api(world).call('POST /api/exam/mistake/add', { questionId: world.questionId })
  if (model.state === MistakeState.active) return
  const dueDay = model.lastDay === today() ? addDays(today(), 1) : today()
  Object.assign(model, { state: MistakeState.active, successes: 0, dueDay })
}

async function wrongInExam(world: World, model: Model): Promise<void> {
  await answerWrong(backend, world.learner, world.paper, { attemptNo: ++world.attempts })
  Object.assign(model, { state: MistakeState.active, successes: 0, lapses: model.lapses + 1, lastDay: today() })
  model.dueDay = (await read(world)).dueDay
  expect(model.dueDay > today()).toBe(true)
}

async function wait(world: World, days: number): Promise<void> {
  backend.clock.set(backend.clock.now() + days * dayMs)
  world.learner.cookie = await openSessionOf(backend, world.learner.userId)
}

async function read(world: World) {
  const row = await backend.db
    .selectFrom('mistakes')
    .selectAll()
    .where('mistakes.questionId', '=', world.questionId)
    .where('mistakes.userId', '=', world.learner.userId)
    .executeTakeFirstOrThrow()
  return { state: row.state, successes: row.successes, lapses: row.lapses, dueDay: row.dueOn }
}

async function take(world: World, model: Model, step: Step): Promise<void> {
  if (step.kind === 'wait') return wait(world, step.days)
  if (step.kind === 'right' || step.kind === 'wrong') return answer(world, model, step.kind === 'right')
  if (step.kind === 'dismiss' || step.kind === 'restore') return setDismissed(world, model, step.kind === 'dismiss')
  return { twice: answerTwice, again: sendAgain, add, exam: wrongInExam }[step.kind](world, model)
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(0.3, 1, 1, 2, 3, 7, 20, 60) }),
  },
  { weight: 5, arbitrary: fc.constant<Step>({ kind: 'right' }) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('wrong', 'twice', 'again', 'dismiss', 'restore', 'add', 'exam')
      .map((kind): Step => ({ kind })),
  },
)

/** The count of the mistakes is kept by the database itself: it has to be what it counts. */
async function checkCounts({ learner: { userId } }: World): Promise<void> {
  const counted = await backend.db
    .selectFrom('mistakeCounts')
    .select(['mistakeCounts.paperId', 'mistakeCounts.state', 'mistakeCounts.mistakes'])
    .where('mistakeCounts.userId', '=', userId)
    .where('mistakeCounts.mistakes', '>', 0)
    .execute()
  const real = await backend.db
    .selectFrom('mistakes')
    .select(({ fn }) => ['mistakes.paperId', 'mistakes.state', fn.countAll<number>().as('mistakes')])
    .where('mistakes.userId', '=', userId)
    .groupBy(['mistakes.paperId', 'mistakes.state'])
    .execute()
  const lines = (rows: readonly { paperId: number; state: number; mistakes: number }[]) =>
    rows.map(({ paperId, state, mistakes }) => `${paperId} ${state} ${Number(mistakes)}`).sort()
  expect(lines(counted)).toEqual(lines(real))
}

test(
  `whatever one does (${numRuns} stories), mistakes stand where they should`,
  async () => {
    const stories = fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      backend.clock.set(testNow)
      const paper = await buildPaper(backend, { kinds: [QuestionKind.single] })
      const learner = await registerLearner(backend)
      const world = { learner: { ...learner }, paper, questionId: paper.questionIds[0] ?? 0, attempts: 0, keys: 0 }
      const model = { state: MistakeState.active, successes: 0, lapses: 0, dueDay: '', lastDay: '', lastKey: '' }
      await wrongInExam(world, model)
      for (const step of steps) {
        await take(world, model, step)
        const { lastDay: _lastDay, lastKey: _lastKey, ...expected } = model
        expect(await read(world)).toEqual(expected)
      }
      await checkCounts(world)
    })
    const seed = process.env.MISTAKE_SEED
    await fc.assert(stories, { numRuns, ...(seed ? { seed: Number(seed) } : {}) })
  },
  isFull ? 3_600_000 : 180_000,
)
