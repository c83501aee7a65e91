import fc from 'fast-check'
import { expect } from 'vitest'
import { DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import {
  type ForumModel,
  type ForumWorld,
  giveBack,
  isInQueue,
  isPost,
  isRevision,
  isShown,
  type ModelDecision,
  type ModelText,
  pick,
  replaceWords,
  publish,
  takeDown,
  bringBack,
} from './forum-model.ts'
import { report, why } from './forum-process-steps.ts'
import {
  type Command,
  command,
  isBanned,
  outcomeOf,
  sendComment,
  sendPost,
  writingCommands,
} from './forum-writing-commands.ts'

const minute = 60_000
const appealMs = 15 * dayMs

type Made = { decisionId: number; tellTime: number }

function note(
  model: ForumModel,
  { backend }: ForumWorld,
  { decisionId: id, tellTime: tellAt }: Made,
  { act, bans, text }: { act: DecisionAct; bans: boolean; text: ModelText | undefined },
): void {
  const answersReport = text?.reportIsOpen ?? false
  const marker = text?.marker ?? ''
  const decision = {
    id,
    act,
    tellAt,
    isTold: false,
    isOver: false,
    bans,
    appeal: 'none',
    marker,
    answersReport,
  } as const
  ;(text?.decisions ?? model.bans).push({ ...decision })
  if (text) text.reportIsOpen = false
  if (bans) model.bannedUntil = { at: backend.clock.now() + 3 * dayMs, decisionId: id }
}

const review = (nth: number, act: typeof DecisionAct.approve | typeof DecisionAct.refuse, bans: boolean): Command =>
  command(`${act === DecisionAct.approve ? 'approve' : 'refuse'}${bans ? ' and ban' : ''}`, async (model, world) => {
    const text = pick(model, nth, isInQueue)
    if (!text) return
    const wantsBan = bans && act === DecisionAct.refuse
    const made = await outcomeOf(world.office.decide(text.target, text.id, act, wantsBan ? { banDays: 3 } : {}))
    if (wantsBan && isBanned(model, world.backend.clock.now())) return expect(made).toBe(4004)
    if (typeof made === 'number') throw new Error(`A review was refused with ${made}.`)
    note(model, world, made, { act, bans: wantsBan, text })
  })

const targetOf = (text: ModelText): typeof ForumTarget.post | typeof ForumTarget.comment =>
  isPost(text) ? ForumTarget.post : ForumTarget.comment

const reportText = (nth: number): Command =>
  command('report', async (model, { backend, reporter }) => {
    const text = pick(model, nth, isShown)
    if (!text) return
    const made = await outcomeOf(report(backend, reporter.cookie, targetOf(text), text.id))
    if (text.isReported) return expect(made).toBe(4004)
    expect(typeof made).toBe('object')
    text.isReported = true
    text.reportIsOpen = true
  })

const decideReport = (
  nth: number,
  act: typeof DecisionAct.keep | typeof DecisionAct.warn | typeof DecisionAct.remove,
): Command =>
  command(`answer a report with ${act}`, async (model, world) => {
    const text = pick(model, nth, ({ reportIsOpen }) => reportIsOpen)
    if (!text) return
    const made = await outcomeOf(world.office.decide(text.target, text.id, act))
    if (act === DecisionAct.remove && text.state === 'deleted') return expect(made).toBe(4004)
    if (typeof made === 'number') throw new Error(`A report was refused with ${made}.`)
    note(model, world, made, { act, bans: false, text })
    if (act === DecisionAct.remove) takeDown(text)
  })

const removeText = (nth: number): Command =>
  command('remove', async (model, world) => {
    const text = pick(model, nth, isShown)
    if (!text) return
    const input = { target: targetOf(text), id: text.id, ...why }
    const made = await world.office.api.call('POST /api/staff/forum/remove', input)
    takeDown(text)
    note(model, world, made, { act: DecisionAct.remove, bans: false, text })
  })

const ban = command('ban', async (model, world) => {
  const input = { userId: world.author.userId, banDays: 3, ...why }
  const made = await outcomeOf(world.office.api.call('POST /api/staff/forum/ban', input))
  if (isBanned(model, world.backend.clock.now())) return expect(made).toBe(4004)
  if (typeof made === 'number') throw new Error(`A ban was refused with ${made}.`)
  note(model, world, made, { act: DecisionAct.ban, bans: true, text: undefined })
})

const all = (model: ForumModel): { decision: ModelDecision; text: ModelText | undefined }[] => [
  ...model.texts.flatMap((text) => text.decisions.map((decision) => ({ decision, text }))),
  ...model.bans.map((decision) => ({ decision, text: undefined })),
]

function endBan(model: ForumModel, decision: ModelDecision): void {
  if (model.bannedUntil?.decisionId === decision.id) model.bannedUntil = undefined
}

const takeBack = (nth: number): Command =>
  command('take back', async (model, { backend, office }) => {
    const made = all(model)
    const one = made[nth % Math.max(1, made.length)]
    if (!one) return
    const { decision, text } = one
    const done = await outcomeOf(office.api.call('POST /api/staff/forum/take-back', { decisionId: decision.id }))
    if (decision.isTold || decision.isOver || decision.tellAt <= backend.clock.now()) return expect(done).toBe(4004)
    expect(done).toBeNull()
    decision.isOver = true
    endBan(model, decision)
    if (text && decision.answersReport) text.reportIsOpen = true
    if (decision.act === DecisionAct.remove && text) bringBack(text)
  })

const isGone = (post: ModelText | undefined): boolean => post?.state === 'deleted' || post?.state === 'removed'

/** Whether a review has nothing left to be carried out on: its text isn't the one that was seen, or isn't there. */
const hasLapsed = (decision: ModelDecision, text: ModelText): boolean =>
  text.state !== 'waiting' || text.marker !== decision.marker || isGone(text.post)

function carryOut(model: ForumModel, { act }: ModelDecision, text: ModelText, now: number): void {
  if (act === DecisionAct.refuse) {
    giveBack(model, text)
    text.state = 'refused'
    return
  }
  if (text.post && isRevision(text)) replaceWords(model, text.post, text.marker)
  publish(text, now)
}

/** What comes to be when decisions are told. */
function tellInModel(model: ForumModel, now: number): void {
  const due = all(model).filter(({ decision }) => !decision.isTold && !decision.isOver && decision.tellAt <= now)
  const inOrder = due.toSorted((a, b) => a.decision.tellAt - b.decision.tellAt || a.decision.id - b.decision.id)
  for (const { decision, text } of inOrder) {
    const isReview = decision.act === DecisionAct.approve || decision.act === DecisionAct.refuse
    const lapses = isReview && text !== undefined && hasLapsed(decision, text)
    if (lapses && !decision.bans) {
      decision.isOver = true
      continue
    }
    decision.isTold = true
    if (decision.answersReport) model.told.results += 1
    if (isReview && text && !lapses) carryOut(model, decision, text, now)
  }
}

const pass = (ms: number, name: string): Command =>
  command(name, async (model, { backend }) => {
    backend.clock.set(backend.clock.now() + ms)
    await backend.runJob('forum.clock')
    tellInModel(model, backend.clock.now())
  })

const appeal = (nth: number): Command =>
  command('appeal', async (model, { backend, author }) => {
    const told = all(model).filter(({ decision }) => decision.isTold)
    const one = told[nth % Math.max(1, told.length)]
    if (!one) return
    const { decision } = one
    await backend.context.limits.clear('forumAppeal', String(author.userId))
    const done = await outcomeOf(
      backend.as(author.cookie).call('POST /api/post/decision/appeal', { id: decision.id, words: '请再看看' }),
    )
    // nobody hears of a report that found nothing
    if (decision.act === DecisionAct.keep) return expect(done).toBe(404)
    const isLate = backend.clock.now() >= decision.tellAt + appealMs
    const may = decision.act !== DecisionAct.approve && decision.appeal === 'none'
    if (may && !isLate) {
      expect(typeof done).toBe('object')
      decision.appeal = 'open'
    } else if (!may) expect(done).toBe(4004)
    // between the two: the job told it later than it was due
    else if (typeof done === 'object') decision.appeal = 'open'
  })

function overturn(model: ForumModel, decision: ModelDecision, text: ModelText | undefined, now: number): void {
  endBan(model, decision)
  if (decision.answersReport) model.told.overturned += 1
  if (!text) return
  if (decision.act === DecisionAct.remove && text.state === 'removed') bringBack(text)
  const isSame = text.state === 'refused' && text.marker === decision.marker && !isGone(text.post)
  if (decision.act !== DecisionAct.refuse || !isSame) return
  if (isRevision(text) && text.post) {
    if (text.post.lastEdit !== text) return
    replaceWords(model, text.post, text.marker)
  }
  publish(text, now)
}

const answer = (nth: number, isWon: boolean): Command =>
  command(`answer an appeal: ${isWon ? 'won' : 'lost'}`, async (model, { backend, office, other }) => {
    const open = all(model).filter(({ decision }) => decision.appeal === 'open')
    const one = open[nth % Math.max(1, open.length)]
    if (!one) return
    const { decision, text } = one
    const { id } = await backend.db
      .selectFrom('forumAppeals')
      .select('forumAppeals.id')
      .where('forumAppeals.decisionId', '=', decision.id)
      .executeTakeFirstOrThrow()
    const words = { id, isWon, answer: '看过了' }
    expect(await outcomeOf(office.api.call('POST /api/staff/forum/appeal/decide', words))).toBe(4004)
    await other.api.call('POST /api/staff/forum/appeal/decide', words)
    decision.appeal = 'answered'
    if (isWon) overturn(model, decision, text, backend.clock.now())
  })

const nth = fc.nat({ max: 7 })
const answers = [DecisionAct.keep, DecisionAct.warn, DecisionAct.remove] as const

/** A post that everybody reads, and a comment: what most of what can happen needs. */
export const openingSteps = [
  sendPost,
  review(0, DecisionAct.approve, false),
  pass(5 * minute, 'five minutes'),
  sendComment(0, false, false),
]

/** What authors, reporters, the office and the clock do. */
export const forumCommands = [
  ...writingCommands,
  fc.tuple(nth, fc.boolean()).map(([at, bans]) => review(at, DecisionAct.refuse, bans)),
  nth.map((at) => review(at, DecisionAct.approve, false)),
  nth.map((at) => review(at, DecisionAct.approve, false)),
  nth.map(reportText),
  fc.tuple(nth, fc.constantFrom(...answers)).map(([at, act]) => decideReport(at, act)),
  nth.map(removeText),
  fc.constant(ban),
  nth.map(takeBack),
  fc.constant(pass(5 * minute, 'five minutes')),
  fc.constant(pass(5 * minute, 'five minutes')),
  fc.constant(pass(2 * dayMs, 'two days')),
  fc.constant(pass(16 * dayMs, 'sixteen days')),
  nth.map(appeal),
  fc.tuple(nth, fc.boolean()).map(([at, isWon]) => answer(at, isWon)),
]
