import fc from 'fast-check'
import { expect } from 'vitest'
import { EnrolmentStatus, HomeworkState, MarkKind } from '#shared/contract/enums.ts'
import { outcomeOf as callOutcome } from './call-outcome.ts'
import {
  correctInModel,
  expectSame,
  handInInModel,
  hour,
  type HomeworkModel,
  type HomeworkWorld,
  isTaken,
  lastRound,
  returnInModel,
  type Tab,
  tabs,
  takeBackInModel,
  type Who,
} from './homework-model.ts'

type Command = fc.AsyncCommand<HomeworkModel, HomeworkWorld>
const refused = 4004
const unknown = 404

/** 'done', or the code with which a call was refused. */
function outcomeOf(call: Promise<unknown>): Promise<'done' | number> {
  return callOutcome(call.then(() => 'done' as const))
}

function command(name: string, act: (model: HomeworkModel, world: HomeworkWorld) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, world) {
      await act(model, world)
      await expectSame(world, model)
    },
    toString: () => name,
  }
}

const place = ({ lesson: { periodId, scheduleId } }: HomeworkWorld) => ({ periodId, scheduleId })
const own = ({ backend, learner }: HomeworkWorld) => backend.as(learner.cookie)
const desk = ({ backend, staff }: HomeworkWorld, who: Who) => backend.as(staff[who].cookie)

/** A learner's page is read: it knows what is there. */
const read = (tab: Tab): Command =>
  command(`read ${tab}`, async (model, world) => {
    const call = own(world).call(
      'GET /api/user/homework/detail',
      model.id === undefined ? place(world) : { id: model.id },
    )
    if (model.id === undefined && model.right === 'refunded') return expect(await outcomeOf(call)).toBe(unknown)
    const { version, state, canHandIn, rounds } = await call
    expect({ version, state, canHandIn }).toEqual({
      version: model.version,
      state: model.state,
      canHandIn: isTaken(model),
    })
    const shown = model.rounds.filter(({ outcome }) => outcome === null || outcome <= 2)
    expect(rounds.map(({ outcome }) => outcome)).toEqual(shown.map(({ outcome }) => outcome).reverse())
    // what is drawn is shown when it comes back
    expect(rounds.map(({ markCount }) => markCount)).toEqual(
      shown.map(({ outcome, marks }) => (outcome === null ? 0 : marks)).reverse(),
    )
    model.known[tab] = { version, draft: model.draft?.version ?? 0 }
  })

function handIn(world: HomeworkWorld, model: HomeworkModel, tab: Tab): Promise<{ id: number }> {
  const which = model.id === undefined || model.known[tab].version === 0 ? place(world) : { id: model.id }
  const sheet = { content: `写在 ${tab}`, files: [world.url], version: model.known[tab].version }
  return own(world).call('POST /api/user/homework/save', { ...which, ...sheet })
}

/** What a hand-in of a page comes to. */
function expectedOfHandIn(model: HomeworkModel, tab: Tab): 'done' | number {
  if (model.right === 'refunded' && (model.id === undefined || model.known[tab].version === 0)) return unknown
  return isTaken(model) && model.known[tab].version === model.version ? 'done' : refused
}

/** `isFresh`: the page was read a moment ago. */
const submit = (tab: Tab, isFresh: boolean): Command =>
  command(`hand in ${tab} ${isFresh}`, async (model, world) => {
    if (isFresh) model.known[tab].version = model.version
    const expected = expectedOfHandIn(model, tab)
    const call = handIn(world, model, tab)
    expect(await outcomeOf(call)).toBe(expected)
    if (expected !== 'done') return
    handInInModel(model, world)
    model.id = (await call).id
  })

const keepDraft = (tab: Tab, content: string): Command =>
  command(`draft ${tab} '${content}'`, async (model, world) => {
    const { draft: version } = model.known[tab]
    const got = await outcomeOf(own(world).call('POST /api/user/homework/draft', { ...place(world), content, version }))
    if (model.right === 'refunded') return expect(got).toBe(unknown)
    if (content === '') {
      model.draft = undefined
      return expect(got).toBe('done')
    }
    const isOld = model.draft !== undefined && model.draft.version !== version
    expect(got).toBe(isOld ? refused : 'done')
    if (isOld) return
    model.draft = { content, version: (model.draft?.version ?? 0) + 1 }
    model.known[tab].draft = model.draft.version
  })

const takeBack = command('take back', async (model, world) => {
  if (model.id === undefined) return
  const got = await outcomeOf(own(world).call('GET /api/user/homework/delete', { id: model.id }))
  const waits = model.state === HomeworkState.waitingCorrection
  expect(got).toBe(waits ? 'done' : refused)
  if (waits) takeBackInModel(model)
})

const consent = (mayShow: boolean): Command =>
  command(`consent ${mayShow}`, async (model, world) => {
    if (model.id === undefined) return
    await own(world).call('POST /api/user/homework/consent', { id: model.id, mayShow })
    model.mayShow = mayShow
  })

/** Staff look at it: the desk knows what is there then. */
const look = (who: Who): Command =>
  command(`look ${who}`, async (model, world) => {
    if (model.id === undefined) return
    const call = desk(world, who).call('GET /api/user/homework/detail', { id: model.id })
    if (who === 'stranger') return expect(await outcomeOf(call)).toBe(unknown)
    const { version, rounds, desk: seen } = await call
    expect(seen?.isRefunded).toBe(model.right === 'refunded')
    model.desk = { version, roundNo: rounds[0]?.roundNo ?? 0 }
  })

/** Whether somebody of the staff may decide about it as it is now. */
function mayDecide(model: HomeworkModel, who: Who): 'may' | number {
  if (who === 'stranger') return unknown
  return model.right === 'refunded' ? refused : 'may'
}

const draw = (who: Who, isFresh: boolean): Command =>
  command(`draw ${who} ${isFresh}`, async (model, world) => {
    if (isFresh) model.desk.roundNo = model.rounds.length
    const { roundNo } = model.desk
    if (model.id === undefined || roundNo === 0) return
    const mark = { key: crypto.randomUUID(), kind: MarkKind.pin, points: [100, 100] }
    const input = { id: model.id, roundNo, url: world.url, marks: [mark] }
    const got = await outcomeOf(desk(world, who).call('POST /api/teach/homework/mark', input))
    const may = mayDecide(model, who)
    if (may !== 'may') return expect(got).toBe(may)
    const isThere = model.state === HomeworkState.waitingCorrection && roundNo === model.rounds.length
    expect(got).toBe(isThere ? 'done' : refused)
    const round = lastRound(model)
    if (isThere && round) round.marks += 1
  })

function sendCorrection(world: HomeworkWorld, model: HomeworkModel, who: Who, score: number): Promise<unknown> {
  const input = { id: model.id ?? 0, version: model.desk.version, score, comment: '好' }
  return desk(world, who).call('POST /api/teach/homework/correct', input)
}

/** `isFresh`: the desk was opened a moment ago. */
const correct = (who: Who, score: number, isFresh: boolean): Command =>
  command(`correct ${who} ${score} ${isFresh}`, async (model, world) => {
    if (isFresh) model.desk.version = model.version
    if (model.id === undefined || model.desk.version === 0) return
    const got = await outcomeOf(sendCorrection(world, model, who, score))
    const may = mayDecide(model, who)
    if (may !== 'may') return expect(got).toBe(may)
    const isThere = model.state === HomeworkState.waitingCorrection && model.desk.version === model.version
    expect(got).toBe(isThere ? 'done' : refused)
    if (isThere) correctInModel(model, score)
  })

const giveBack = (who: Who, isFresh: boolean): Command =>
  command(`return ${who} ${isFresh}`, async (model, world) => {
    if (isFresh) model.desk.version = model.version
    if (model.id === undefined || model.desk.version === 0) return
    const input = { id: model.id, version: model.desk.version, comment: '再做一次' }
    const got = await outcomeOf(desk(world, who).call('POST /api/teach/homework/return', input))
    const may = mayDecide(model, who)
    if (may !== 'may') return expect(got).toBe(may)
    const isThere = model.state !== HomeworkState.notComplete && model.desk.version === model.version
    expect(got).toBe(isThere ? 'done' : refused)
    if (isThere) returnInModel(model)
  })

const excellent = (who: Who, isExcellent: boolean): Command =>
  command(`excellent ${who} ${isExcellent}`, async (model, world) => {
    if (model.id === undefined) return
    const input = { id: model.id, isExcellent }
    const got = await outcomeOf(desk(world, who).call('POST /api/teach/homework/excellent', input))
    const may = mayDecide(model, who)
    if (may !== 'may') return expect(got).toBe(may)
    const isCorrected = model.state === HomeworkState.corrected
    expect(got).toBe(isCorrected ? 'done' : refused)
    if (isCorrected) model.isExcellent = isExcellent
  })

const close = (isClosed: boolean): Command =>
  command(isClosed ? 'close' : 'open', async (model, world) => {
    const input = { id: world.lesson.taskId, version: model.taskVersion, isClosed }
    await desk(world, 'office').call('POST /api/teach/homework/task/close', input)
    if (model.isClosed !== isClosed) model.taskVersion += 1
    model.isClosed = isClosed
  })

/** The course's right changes: the service ends, money goes back, it is taken again. */
const become = (right: HomeworkModel['right']): Command =>
  command(right, async (model, { backend, learner }) => {
    const status = {
      active: EnrolmentStatus.active,
      over: EnrolmentStatus.over,
      refunded: EnrolmentStatus.revoked,
    }[right]
    await backend.db.updateTable('enrolments').set({ status }).where('enrolments.userId', '=', learner.userId).execute()
    model.right = right
  })

const wait = (hours: number): Command =>
  command(`${hours} h later`, async (_model, { backend }) => backend.clock.set(backend.clock.now() + hours * hour))

/** Whose queue it is in, and whether it stands in the learner's own list. */
const queue = command('queues', async (model, world) => {
  const now = world.backend.clock.now()
  const { courseId } = world.lesson
  const waits = model.state === HomeworkState.waitingCorrection && model.right !== 'refunded'
  const isLong = now - model.submittedAt >= 24 * hour
  const seen = { teacher: waits, assistant: waits && isLong, office: waits, stranger: false }
  for (const who of ['teacher', 'assistant', 'office', 'stranger'] as const) {
    const { records } = await desk(world, who).call('GET /api/teach/homework/queue', { courseId })
    expect([who, records.map(({ id }) => id)]).toEqual([who, seen[who] ? [model.id] : []])
  }
  const { records } = await own(world).call('GET /api/user/homework/list', {})
  const isListed =
    model.right !== 'refunded' && (model.id !== undefined || (model.right === 'active' && !model.isClosed))
  expect(records.map(({ id, state }) => [id, state])).toEqual(isListed ? [[model.id ?? null, model.state]] : [])
})

/** Two do something at the same moment to what they both have just read: exactly one of them comes first, the other is refused. */
const atOnce = (other: 'hand in' | 'take back' | 'correct'): Command =>
  command(`correct and ${other} at once`, async (model, world) => {
    const { id } = model
    if (id === undefined || model.state !== HomeworkState.waitingCorrection || model.right === 'refunded') return
    model.desk.version = model.version
    model.known.phone.version = model.version
    const others = {
      'hand in': () => handIn(world, model, 'phone'),
      'take back': () => own(world).call('GET /api/user/homework/delete', { id }),
      correct: () => sendCorrection(world, model, 'office', 60),
    }
    const [first, second] = await Promise.all([
      outcomeOf(sendCorrection(world, model, 'teacher', 70)),
      outcomeOf(others[other]()),
    ])
    const mayElse = other !== 'hand in' || isTaken(model)
    if (!mayElse) expect(second).toBe(refused)
    expect([first, second].filter((one) => one === 'done')).toHaveLength(1)
    expect([first, second].filter((one) => one !== 'done')).toEqual([refused])
    if (first === 'done') return correctInModel(model, 70)
    if (other === 'hand in') handInInModel(model, world)
    else if (other === 'take back') takeBackInModel(model)
    else correctInModel(model, 60)
  })

const staff = ['teacher', 'assistant', 'office', 'stranger'] as const
const some = (from: readonly Command[]): fc.Arbitrary<Command> => fc.constantFrom(...from)

const both = [true, false] as const

/** Everything that learner, staff, office and clock do with a homework. */
export const homeworkCommands: fc.Arbitrary<Command>[] = [
  some(tabs.map(read)),
  some(tabs.flatMap((tab) => both.map((isFresh) => submit(tab, isFresh)))),
  some(tabs.map((tab) => submit(tab, true))),
  some(tabs.flatMap((tab) => ['一半', '大半', ''].map((content) => keepDraft(tab, content)))),
  some([takeBack]),
  some([consent(true), consent(false)]),
  some(staff.map(look)),
  some(staff.flatMap((who) => both.map((isFresh) => draw(who, isFresh)))),
  some(staff.flatMap((who) => both.map((isFresh) => correct(who, 88, isFresh)))),
  some([correct('teacher', 0, true), correct('assistant', 100, true)]),
  some(staff.flatMap((who) => both.map((isFresh) => giveBack(who, isFresh)))),
  some(staff.flatMap((who) => [excellent(who, true), excellent(who, false)])),
  some([close(true), close(false), close(false)]),
  some([become('over'), become('refunded'), become('active'), become('active'), become('active')]),
  some([wait(1), wait(20), wait(30)]),
  some([queue]),
  some([atOnce('hand in'), atOnce('take back'), atOnce('correct')]),
]
