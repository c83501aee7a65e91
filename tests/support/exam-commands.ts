import fc from 'fast-check'
import { expect } from 'vitest'
import { testNow } from './backend-harness.ts'
import { outcomeOf } from './call-outcome.ts'
import {
  attemptsAllowed,
  closeInModel,
  type ExamModel,
  type ExamWorld,
  expectSame,
  goTo,
  isOver,
  type ModelAttempt,
  minute,
  modelDeadline,
  toAnswer,
  windowMinutes,
} from './exam-model.ts'
import type { ExamPage } from './exam-steps.ts'

const devices = ['device-one-of-all', 'device-two-of-all'] as const
type Command = fc.AsyncCommand<ExamModel, ExamWorld>

function command(
  name: string,
  act: (model: ExamModel, world: ExamWorld) => Promise<void>,
  check: (model: Readonly<ExamModel>) => boolean = () => true,
): Command {
  return {
    check,
    async run(model, world) {
      await act(model, world)
      await expectSame(world, model)
    },
    toString: () => name,
  }
}

const openOf = (model: ExamModel): ModelAttempt | undefined => model.attempts.find(({ state }) => state === 1)

function expectedOfBegin(model: ExamModel, now: number): 'goes on' | 'new' | number {
  if (!model.isPublished) return 4004
  const open = openOf(model)
  if (open && !isOver(open, now)) return 'goes on'
  const isInWindow = now < testNow + (windowMinutes + model.extraMin) * minute
  return model.attempts.length < attemptsAllowed && isInWindow ? 'new' : 4004
}

const begin = (device: string): Command =>
  command(`begin ${device}`, async (model, { backend, learner, exam }) => {
    const now = backend.clock.now()
    const expected = expectedOfBegin(model, now)
    const got = await outcomeOf(backend.as(learner.cookie).call('POST /api/exam/begin', { id: exam.id, device }))
    if (typeof got === 'number') return void expect(got).toBe(expected)
    const open = openOf(model)
    if (expected === 'new') {
      // what the clock has ended is closed on the way
      if (open) closeInModel(open, 2)
      model.attempts.push({
        id: got.id,
        state: 1,
        begun: now,
        deadline: modelDeadline(model, now),
        leaseNo: 1,
        device,
        answers: new Map(),
        unsaved: new Set(),
        closedBy: null,
        receipt: null,
        score: null,
        edges: new Set(['0>1']),
      })
    } else {
      expect(expected).toBe('goes on')
      expect(got.id).toBe(open?.id)
      if (open) Object.assign(open, { leaseNo: open.leaseNo + 1, device })
    }
    model.pages.set(device, { attemptId: got.id, leaseNo: got.leaseNo, device })
  })

interface Sent {
  readonly at: number
  readonly value: number
  readonly seq: number
}

/** What a batch comes to, in the model. */
function takeInModel(
  model: ExamModel,
  { page, sent, now }: { page: ExamPage; sent: readonly Sent[]; now: number },
): number {
  const attempt = model.attempts.find(({ id }) => id === page.attemptId)
  if (!attempt) throw new Error('A page without an attempt.')
  const keep = (): void => {
    for (const { at, seq } of sent) {
      const stands = attempt.answers.get(at)
      if (!(stands && stands.leaseNo === page.leaseNo && stands.seq >= seq))
        attempt.unsaved.add(`${at} ${page.device} ${seq}`)
    }
  }
  if (attempt.state !== 1 || isOver(attempt, now)) {
    keep()
    if (attempt.state === 1) closeInModel(attempt, 2)
    return 2
  }
  if (!model.isPublished) return 4004
  if (attempt.leaseNo !== page.leaseNo || attempt.device !== page.device) {
    keep()
    return 3
  }
  for (const { at, value, seq } of sent) {
    const before = attempt.answers.get(at)
    const isNewer = !before || page.leaseNo > before.leaseNo || (page.leaseNo === before.leaseNo && seq > before.seq)
    if (isNewer) attempt.answers.set(at, { value, leaseNo: page.leaseNo, seq })
  }
  return 1
}

interface Choice {
  readonly device: string
  readonly at: number
  readonly value: number
  /** Numbers back from the newest: a batch that was overtaken. */
  readonly back: number
}

function nextSent(model: ExamModel, { device, at, value, back }: Choice): Sent {
  const last = model.seqs.get(device) ?? 0
  model.seqs.set(device, last + 1)
  return { at, value, seq: Math.max(1, last + 1 - back) }
}

const toChange = ({ exam }: ExamWorld, { at, value, seq }: Sent) => {
  return { questionId: exam.questionIds[at] ?? 0, answer: toAnswer(at, value), seq }
}

const save = (choice: Choice): Command =>
  command(
    `save ${JSON.stringify(choice)}`,
    async (model, world) => {
      const page = model.pages.get(choice.device)
      if (!page) return
      const { backend, learner } = world
      const sent = [nextSent(model, choice)]
      const call = backend.as(learner.cookie).call('POST /api/exam/save', {
        ...page,
        answers: sent.map((one) => toChange(world, one)),
      })
      const got = await outcomeOf(call)
      const expected = takeInModel(model, { page, sent, now: backend.clock.now() })
      expect(typeof got === 'number' ? got : got.state).toBe(expected)
    },
    ({ pages }) => pages.has(choice.device),
  )

const submit = (device: string): Command =>
  command(
    `submit ${device}`,
    async (model, { backend, learner }) => {
      const page = model.pages.get(device)
      if (!page) return
      const got = await outcomeOf(backend.as(learner.cookie).call('POST /api/exam/submit', page))
      const attempt = model.attempts.find(({ id }) => id === page.attemptId)
      const taken = takeInModel(model, { page, sent: [], now: backend.clock.now() })
      if (taken === 1 && attempt) closeInModel(attempt, 1)
      const expected = taken === 2 && attempt?.closedBy === 1 ? 1 : taken
      expect(typeof got === 'number' ? got : got.state).toBe(expected)
      if (typeof got !== 'number' && attempt?.receipt) expect(got.receipt?.no).toBe(attempt.receipt)
    },
    ({ pages }) => pages.has(device),
  )

/** A written answer handed in: what is marked, and marked again, is reached often. */
const write = (device: string): Command =>
  command(`write ${device}`, async (model, world) => {
    await begin(device).run(model, world)
    for (const step of [save({ device, at: 2, value: 1, back: 0 }), submit(device)])
      if (await step.check(model)) await step.run(model, world)
  })

const wait = (ms: number): Command =>
  command(`wait ${ms}`, async (_model, { backend }) => backend.clock.set(backend.clock.now() + ms))

const closing = command('the clock', async (model, { backend }) => {
  await backend.runJob('exams.clock')
  for (const attempt of model.attempts)
    if (attempt.state === 1 && isOver(attempt, backend.clock.now())) closeInModel(attempt, 2)
})

const extend = (extraMin: number): Command =>
  command(`extend ${extraMin}`, async (model, { backend, office, exam, learner }) => {
    const now = backend.clock.now()
    const open = openOf(model)
    const deadline = open ? modelDeadline({ ...model, extraMin }, open.begun) : null
    const isPossible =
      model.isPublished &&
      (open ? !isOver(open, now) && (deadline ?? 0) > now : model.attempts.length < attemptsAllowed)
    const input = { paperId: exam.id, userId: learner.userId, extraMin, reason: '网络不好' }
    const got = await outcomeOf(backend.as(office.cookie).call('POST /api/teach/exam/extend', input))
    if (!isPossible) return void expect(got).toBe(4004)
    expect(got).toEqual({ deadlineTime: deadline })
    model.extraMin = extraMin
    if (open && deadline !== null) open.deadline = deadline
  })

const publish = (isPublished: boolean): Command =>
  command(isPublished ? 'publish' : 'withdraw', async (model, { backend, office, exam }) => {
    const { version } = await backend.as(office.cookie).call('GET /api/staff/exam/paper', { id: exam.id })
    await backend.as(office.cookie).call('POST /api/staff/exam/publish', { id: exam.id, version, isPublished })
    model.isPublished = isPublished
  })

const mark = (score: number): Command =>
  command(
    `mark ${score}`,
    async (model, world) => {
      const { backend, office, exam } = world
      const attempt = model.attempts.at(-1)
      if (!attempt) return
      const own = backend.as(office.cookie)
      const seen = await outcomeOf(own.call('GET /api/teach/exam/attempt', { id: attempt.id }))
      if (attempt.state === 1) return void expect(seen).toBe(4004)
      if (typeof seen === 'number') throw new Error('An attempt that was handed in is hidden.')
      const marks = [{ questionId: exam.questionIds[2] ?? 0, score }]
      const got = await outcomeOf(
        own.call('POST /api/teach/exam/mark', { id: attempt.id, version: seen.version, marks }),
      )
      if (attempt.state === 3) return void expect(got).toBe(4004)
      if (typeof got === 'number') throw new Error('What waits could not be marked.')
      const done = await own.call('POST /api/teach/exam/finish', { id: attempt.id, version: got.version })
      const right = [...attempt.answers].filter(([at, { value }]) => at < 2 && value === 1).length
      goTo(attempt, 3)
      attempt.score = right * 10 + score
      expect(done).toEqual({ score: attempt.score })
    },
    ({ attempts }) => attempts.length > 0,
  )

const remark = (score: number): Command =>
  command(
    `remark ${score}`,
    async (model, { backend, office, exam }) => {
      const attempt = model.attempts.find(({ state }) => state === 3)
      if (!attempt) return
      const own = backend.as(office.cookie)
      const { version } = await own.call('GET /api/teach/exam/attempt', { id: attempt.id })
      const marks = [{ questionId: exam.questionIds[2] ?? 0, score }]
      const got = await outcomeOf(
        own.call('POST /api/teach/exam/remark', { id: attempt.id, version, marks, reason: '看错了' }),
      )
      // nobody has written a short answer: there is nothing to mark
      if ((attempt.answers.get(2)?.value ?? 0) === 0) return void expect(got).toBe(4004)
      const right = [...attempt.answers].filter(([at, { value }]) => at < 2 && value === 1).length
      goTo(attempt, 3)
      attempt.score = right * 10 + score
      expect(got).toMatchObject({ score: attempt.score })
    },
    ({ attempts }) => attempts.some(({ state }) => state === 3),
  )

/** Several at the same moment: what was acknowledged stands, and the attempt ends once. */
const together = (choice: Choice): Command =>
  command(
    `together ${JSON.stringify(choice)}`,
    async (model, world) => {
      const { backend, learner } = world
      const page = model.pages.get(choice.device)
      const attempt = model.attempts.find(({ id }) => id === page?.attemptId)
      const now = backend.clock.now()
      if (!page || attempt?.state !== 1 || isOver(attempt, now) || !model.isPublished) return
      const isWriter = attempt.leaseNo === page.leaseNo && attempt.device === page.device
      const own = backend.as(learner.cookie)
      const sent = nextSent(model, { ...choice, back: 0 })
      const saving = { ...page, answers: [toChange(world, sent)] }
      const [saved, first, second] = await Promise.all([
        own.call('POST /api/exam/save', saving),
        own.call('POST /api/exam/submit', page),
        own.call('POST /api/exam/submit', page),
        backend.runJob('exams.clock'),
      ])
      expect(second).toEqual(first)
      // either it was in before the end, or it came too late
      if (isWriter && saved.state === 2) {
        closeInModel(attempt, 1)
        takeInModel(model, { page, sent: [sent], now })
      } else {
        expect(saved.state).toBe(takeInModel(model, { page, sent: [sent], now }))
        if (isWriter) closeInModel(attempt, 1)
      }
      expect(first.state).toBe(isWriter ? 1 : 3)
    },
    ({ pages }) => pages.has(choice.device),
  )

const device = fc.constantFrom(...devices)
const choice = fc.record({ device, at: fc.nat(2), value: fc.nat(3), back: fc.constantFrom(0, 0, 0, 1, 2) })

/** What may happen to an exam, in any order. */
export const examCommands: fc.Arbitrary<Command>[] = [
  device.map(begin),
  device.map(begin),
  choice.map(save),
  choice.map(save),
  choice.map(save),
  device.map(submit),
  device.map(write),
  fc.constantFrom(1, 10_000, 10_001, 5 * minute, 20 * minute, 31 * minute).map(wait),
  fc.constant(closing),
  fc.constantFrom(5, 15, 40).map(extend),
  fc.constantFrom(false, true, true).map(publish),
  fc.constantFrom(0, 11, 20).map(mark),
  fc.constantFrom(3, 20).map(remark),
  choice.map(together),
]
