import { beforeAll, expect, test } from 'vitest'
import { TicketKind } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { createRandom } from '../support/seeded-random.ts'
import { freshMark, sendAs } from '../support/support-client.ts'
import { buildTicket } from '../support/ticket-factories.ts'

const backend = backendOfFile()
const minute = 60_000
let office: Learner
const as = ({ cookie }: Learner) => backend.as(cookie)
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
})

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

test('figures of each queue are what a recount says', async () => {
  const random = createRandom(20_260_311)
  const begin = Date.parse('2026-03-16T09:00:00+08:00')
  const end = Date.parse('2026-03-18T09:00:00+08:00')
  const kept: {
    kind: TicketKind
    openedAt: number
    dueAt: number
    answeredAt: number | null
    rating: number | null
  }[] = []
  for (let count = 0; count < 40; count += 1) {
    const kind = count % 2 === 0 ? TicketKind.feedback : TicketKind.complaint
    const openedAt = begin + random(600) * minute
    const dueAt = openedAt + (1 + random(300)) * minute
    const waits = random(400) * minute
    const isAnswered = random(10) < 7
    const rating = isAnswered && random(2) === 0 ? 1 + random(5) : null
    const learner = await registerLearner(backend)
    backend.clock.set(openedAt)
    const { id, no } = await buildTicket(backend, { userId: learner.userId, kind, dueAt: new Date(dueAt) })
    if (isAnswered) {
      backend.clock.set(openedAt + waits)
      await as(office).call('POST /api/staff/ticket/answer', { id, version: 1, content: '好了。' })
      // a second answer counts for nothing
      backend.clock.set(openedAt + waits + minute)
      await as(office).call('POST /api/staff/ticket/answer', { id, version: 2, content: '再看一眼。' })
      if (rating !== null) await as(learner).call('POST /api/user/ticket/rate', { no, rating })
    }
    kept.push({ kind, openedAt, dueAt, answeredAt: isAnswered ? openedAt + waits : null, rating })
  }
  backend.clock.set(end)
  const figures = await as(office).call('GET /api/staff/ticket/figures', { from: '2026-03-16', to: '2026-03-18' })
  for (const kind of [TicketKind.feedback, TicketKind.complaint]) {
    const own = kept.filter((one) => one.kind === kind)
    const answered = own.filter(({ answeredAt }) => answeredAt !== null)
    const inTime = answered.filter(({ answeredAt, dueAt }) => (answeredAt ?? 0) <= dueAt).length
    const late = own.filter(({ answeredAt, dueAt }) => (answeredAt ?? end) > dueAt).length
    const median = medianOf(answered.map(({ answeredAt, openedAt }) => (answeredAt ?? 0) - openedAt))
    const ratings = own.flatMap(({ rating }) => rating ?? [])
    expect(figures.find((one) => one.kind === kind)).toEqual({
      kind,
      opened: own.length,
      answered: answered.length,
      late,
      medianMinutes: median === null ? null : Math.round(median / minute),
      inTimeShare: Math.round((inTime / (inTime + late)) * 100) / 100,
      rating:
        ratings.length === 0 ? null : Math.round((ratings.reduce((a, b) => a + b, 0) / ratings.length) * 100) / 100,
    })
  }
})

test('figures of conversations are what a recount says', async () => {
  const random = createRandom(20_260_320)
  const begin = Date.parse('2026-03-20T13:00:00+08:00')
  const waits: (number | null)[] = []
  const conversationOf = async (userId: number): Promise<number> => {
    const row = await backend.db
      .selectFrom('conversations')
      .select('conversations.id')
      .where('conversations.userId', '=', userId)
      .executeTakeFirstOrThrow()
    return row.id
  }
  for (let count = 0; count < 20; count += 1) {
    const learner = await registerLearner(backend)
    backend.clock.set(begin + count * 20 * minute)
    await as(office).call('POST /api/staff/conversation/presence', {})
    await sendAs(as(learner), '多久')
    const wait = random(10) < 8 ? random(600) : null
    waits.push(wait)
    if (wait === null) continue
    backend.clock.set(begin + count * 20 * minute + wait * 1000)
    const answer = { id: await conversationOf(learner.userId), text: '这么久', clientMsgId: freshMark() }
    await as(office).call('POST /api/staff/conversation/answer', answer)
  }
  backend.clock.set(begin + 24 * 60 * minute)
  const answered = waits.flatMap((wait) => wait ?? [])
  const figures = await as(office).call('GET /api/staff/conversation/figures', { from: '2026-03-20', to: '2026-03-20' })
  expect(figures).toMatchObject({
    rounds: waits.length,
    onDuty: waits.length,
    answered: answered.length,
    medianSec: medianOf(answered),
  })
  expect(figures.inTime).toBeCloseTo(answered.filter((wait) => wait <= 300).length / waits.length)
})
