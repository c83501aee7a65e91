import fc from 'fast-check'
import { expect } from 'vitest'
import { ApiError } from '#shared/contract/codes.ts'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import {
  expectSame,
  type ForumModel,
  type ForumWorld,
  isPost,
  isShown,
  type ModelDecision,
  type ModelText,
  pick,
  stateAfter,
  untold,
} from './forum-model.ts'
import { report, why } from './forum-process-steps.ts'

type Command = fc.AsyncCommand<ForumModel, ForumWorld>
const minute = 60_000
const appealMs = 15 * dayMs

/** What a call comes to: its body, or the code that it was refused with. */
async function outcomeOf<T>(call: Promise<T>): Promise<T | number> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

function command(name: string, act: (model: ForumModel, world: ForumWorld) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, world) {
      await act(model, world)
      await expectSame(world, model)
    },
    toString: () => name,
  }
}

const isBanned = ({ bannedUntil }: ForumModel, now: number): boolean =>
  bannedUntil !== undefined && bannedUntil.at > now

/** Within these every text has less of a marker than its own. */
function nextMarker(model: ForumModel): string {
  model.count += 1
  return `标记${'甲乙丙丁戊己庚辛壬癸'[model.count % 10]}${model.count}号`
}

function add(model: ForumModel, text: Pick<ModelText, 'target' | 'id' | 'marker' | 'post'>, status: PostStatus): void {
  const state = status === PostStatus.published ? 'public' : 'waiting'
  model.texts.push({ ...text, state, before: undefined, isReported: false, decisions: [] })
}

const sendPost = command('send a post', async (model, { backend, author, writer, plateId }) => {
  const marker = nextMarker(model)
  const sent = await outcomeOf(writer.post(author.userId, plateId, marker))
  if (isBanned(model, backend.clock.now())) return expect(sent).toBe(4004)
  if (typeof sent === 'number') throw new Error(`A post was refused with ${sent}.`)
  const shown = model.texts.filter(
    (text) => isPost(text) && (text.state === 'public' || (text.state === 'deleted' && text.before === 'public')),
  )
  expect(sent.status).toBe(shown.length < 3 ? PostStatus.pending : PostStatus.published)
  add(model, { target: ForumTarget.post, id: sent.id, marker, post: undefined }, sent.status)
})

const sendComment = (nth: number, hasLink: boolean): Command =>
  command(`send a comment${hasLink ? ' with a link' : ''}`, async (model, { backend, author, writer, plateId }) => {
    const post = pick(model, nth, (text) => isPost(text) && text.state === 'public')
    if (!post) return
    const marker = nextMarker(model)
    const content = hasLink ? `${marker} https://a.example/` : marker
    const sent = await outcomeOf(writer.comment(author.userId, plateId, post.id, content))
    if (isBanned(model, backend.clock.now())) return expect(sent).toBe(4004)
    if (typeof sent === 'number') throw new Error(`A comment was refused with ${sent}.`)
    expect(sent.status).toBe(hasLink ? PostStatus.pending : PostStatus.published)
    add(model, { target: ForumTarget.comment, id: sent.id, marker, post }, sent.status)
  })

function note(
  model: ForumModel,
  { backend }: ForumWorld,
  made: { decisionId: number; tellTime: number },
  decided: { act: DecisionAct; bans: boolean; text: ModelText | undefined },
): void {
  const { act, bans, text } = decided
  const decision: ModelDecision = {
    id: made.decisionId,
    act,
    tellAt: made.tellTime,
    isTold: false,
    isOver: false,
    bans,
    appeal: 'none',
  }
  ;(text?.decisions ?? model.bans).push(decision)
  if (bans) model.bannedUntil = { at: backend.clock.now() + 3 * dayMs, decisionId: made.decisionId }
}

const review = (nth: number, act: typeof DecisionAct.approve | typeof DecisionAct.refuse, bans: boolean): Command =>
  command(`${act === DecisionAct.approve ? 'approve' : 'refuse'}${bans ? ' and ban' : ''}`, async (model, world) => {
    const parentThere = ({ post }: ModelText): boolean => post === undefined || post.state === 'public'
    const text = pick(model, nth, (one) => one.state === 'waiting' && !untold(one) && parentThere(one))
    if (!text) return
    const wantsBan = bans && act === DecisionAct.refuse
    const made = await outcomeOf(world.office.decide(text.target, text.id, act, wantsBan ? { banDays: 3 } : {}))
    if (wantsBan && isBanned(model, world.backend.clock.now())) return expect(made).toBe(4004)
    if (typeof made === 'number') throw new Error(`A review was refused with ${made}.`)
    note(model, world, made, { act, bans: wantsBan, text })
  })

const reportText = (nth: number): Command =>
  command('report', async (model, { backend, reporter }) => {
    const text = pick(model, nth, isShown)
    if (!text) return
    const target = isPost(text) ? ForumTarget.post : ForumTarget.comment
    const made = await outcomeOf(report(backend, reporter.cookie, target, text.id))
    if (text.isReported) return expect(made).toBe(4004)
    expect(typeof made).toBe('object')
    text.isReported = true
  })

const removeText = (nth: number): Command =>
  command('remove', async (model, world) => {
    const text = pick(model, nth, isShown)
    if (!text) return
    const target = isPost(text) ? ForumTarget.post : ForumTarget.comment
    const made = await world.office.api.call('POST /api/staff/forum/remove', { target, id: text.id, ...why })
    text.state = 'removed'
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
    if (decision.act === DecisionAct.remove && text) text.state = 'public'
  })

/** What comes to be when decisions are told. */
function tellInModel(model: ForumModel, now: number): void {
  const due = all(model).filter(({ decision }) => !decision.isTold && !decision.isOver && decision.tellAt <= now)
  for (const { decision, text } of due.toSorted((a, b) => a.decision.tellAt - b.decision.tellAt)) {
    const isReview = decision.act === DecisionAct.approve || decision.act === DecisionAct.refuse
    const lapses = isReview && text && (text.state !== 'waiting' || (text.post && text.post.state !== 'public'))
    if (lapses && !decision.bans) {
      decision.isOver = true
      continue
    }
    decision.isTold = true
    if (isReview && text && !lapses) text.state = stateAfter.get(decision.act) ?? text.state
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
    const done = await outcomeOf(
      backend.as(author.cookie).call('POST /api/post/decision/appeal', { id: decision.id, words: '请再看看' }),
    )
    const isLate = backend.clock.now() >= decision.tellAt + appealMs
    const may = decision.act !== DecisionAct.approve && decision.appeal === 'none'
    if (may && !isLate) {
      expect(typeof done).toBe('object')
      decision.appeal = 'open'
    } else if (!may) expect(done).toBe(4004)
    // between the two: the job told it later than it was due
    else if (typeof done === 'object') decision.appeal = 'open'
  })

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
    if (!isWon) return
    endBan(model, decision)
    if (!text) return
    if (decision.act === DecisionAct.remove && text.state === 'removed') text.state = 'public'
    const parentThere = text.post === undefined || (text.post.state !== 'deleted' && text.post.state !== 'removed')
    if (decision.act === DecisionAct.refuse && text.state === 'refused' && parentThere) text.state = 'public'
  })

const deleteOwn = (nth: number): Command =>
  command('delete one’s own', async (model, { author, writer }) => {
    const text = pick(model, nth, ({ state }) => state !== 'deleted' && state !== 'removed')
    if (!text) return
    await writer.remove(author.userId, text.target, text.id)
    text.before = text.state
    text.state = 'deleted'
  })

const restoreOwn = (nth: number): Command =>
  command('bring one’s own back', async (model, { writer }) => {
    const text = pick(model, nth, ({ state }) => state === 'deleted')
    if (!text?.before) return
    await writer.bringBack(text.target, text.id)
    text.state = text.before
    text.before = undefined
  })

const nth = fc.nat({ max: 7 })

/** What authors, reporters, the office and the clock do. */
export const forumCommands = [
  fc.constant(sendPost),
  fc.tuple(nth, fc.boolean()).map(([at, hasLink]) => sendComment(at, hasLink)),
  fc.tuple(nth, fc.boolean()).map(([at, bans]) => review(at, DecisionAct.refuse, bans)),
  nth.map((at) => review(at, DecisionAct.approve, false)),
  nth.map((at) => review(at, DecisionAct.approve, false)),
  nth.map(reportText),
  nth.map(removeText),
  fc.constant(ban),
  nth.map(takeBack),
  fc.constant(pass(5 * minute, 'five minutes')),
  fc.constant(pass(5 * minute, 'five minutes')),
  fc.constant(pass(2 * dayMs, 'two days')),
  fc.constant(pass(16 * dayMs, 'sixteen days')),
  nth.map(appeal),
  fc.tuple(nth, fc.boolean()).map(([at, isWon]) => answer(at, isWon)),
  nth.map(deleteOwn),
  nth.map(restoreOwn),
]
