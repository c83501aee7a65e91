import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSupportClient, type Outgoing, type SupportClient } from '#client/features/support/support-client.ts'
import type { ConnectLine, LineEvents } from '#client/features/support/support-line.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { SupportMessage, SupportState } from '#shared/contract/support.ts'

const duty = { isOnDuty: true, isOpen: true, closeTime: null, nextTime: null }

function messageOf(seq: number, side: 1 | 2, clientMsgId: string | null = null): SupportMessage {
  return { seq, side, event: null, agentRole: null, text: `第 ${seq} 句`, pictures: [], clientMsgId, sentTime: seq }
}

/** A school that keeps what it is told, and can be out of reach. */
function createSchool() {
  const said: SupportMessage[] = []
  const school = {
    said,
    isAway: false,
    refusal: undefined as ApiError | undefined,
    asked: [] as string[],
    answer(): void {
      said.push(messageOf(said.length + 1, 2))
    },
    api: {
      async call(route: string, input: { afterSeq?: number; clientMsgId?: string }) {
        school.asked.push(route)
        if (school.isAway) throw new ApiError(Code.Fail, '网络不通')
        if (route === 'POST /api/support/send') {
          if (school.refusal) throw school.refusal
          if (!said.some(({ clientMsgId }) => clientMsgId === input.clientMsgId))
            said.push(messageOf(said.length + 1, 1, input.clientMsgId))
        }
        const state: SupportState = {
          duty,
          state: 'waiting',
          lastSeq: said.length,
          seenSeq: 0,
          unread: 0,
          agentRole: null,
          ahead: null,
          expectedSec: null,
          ticketNo: null,
          answerDueTime: null,
          mayRate: false,
          rating: null,
          isVisitor: true,
          contact: null,
        }
        const sign = said.length > 0 ? 'ticket' : null
        return { state, sign, seq: said.length, messages: said.slice(input.afterSeq ?? 0) }
      },
    } as unknown as Api,
  }
  return school
}

let school: ReturnType<typeof createSchool>
let lines: LineEvents[]
let kept: readonly Outgoing[]
let answers: number
let client: SupportClient

const connect: ConnectLine = (_sign, events) => {
  lines.push(events)
  return () => undefined
}

function open(): SupportClient {
  return createSupportClient({
    api: school.api,
    loadLine: async () => connect,
    store: {
      read: () => kept,
      write(next) {
        kept = next
      },
    },
    onAnswer() {
      answers += 1
    },
    onUnread: () => undefined,
    onBegun: () => undefined,
  })
}

const settled = () => vi.advanceTimersByTimeAsync(0)
const texts = () => client.view().messages.map(({ seq }) => seq)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  school = createSchool()
  lines = []
  kept = []
  answers = 0
  client = open()
})
afterEach(() => {
  client.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is said is shown under its number', async () => {
  await client.start()
  client.send({ text: '你好', pictures: [] })
  await settled()
  expect(texts()).toEqual([1])
  expect(client.view().outbox).toEqual([])
})

test('a gap on the line is asked for', async () => {
  await client.start()
  client.send({ text: '你好', pictures: [] })
  await settled()
  lines[0]?.ready(1)
  school.answer()
  school.answer()
  lines[0]?.message(messageOf(3, 2))
  await settled()
  expect(texts()).toEqual([1, 2, 3])
  expect(answers).toBe(1)
})

test('a cut line is looked after every fifteen seconds', async () => {
  await client.start()
  client.send({ text: '你好', pictures: [] })
  await settled()
  lines[0]?.ready(1)
  expect(client.view().way).toBe('socket')
  lines[0]?.over('lost')
  expect(client.view().way).toBe('polling')
  school.answer()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(texts()).toEqual([1, 2])
})

test('a line that is back ends the asking', async () => {
  await client.start()
  client.send({ text: '你好', pictures: [] })
  await settled()
  lines[0]?.over('lost')
  await vi.advanceTimersByTimeAsync(1000)
  lines[1]?.ready(1)
  expect(client.view().way).toBe('socket')
  school.asked.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(school.asked).toEqual([])
})

test('what couldn’t be sent goes when the line is back', async () => {
  await client.start()
  school.isAway = true
  client.send({ text: '断网时写的', pictures: [] })
  await settled()
  expect(client.view().outbox).toMatchObject([{ fate: 'unsent' }])
  expect(kept).toMatchObject([{ text: '断网时写的' }])
  school.isAway = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(client.view().outbox).toEqual([])
  expect(school.said).toHaveLength(1)
})

test('what was kept in the browser goes once', async () => {
  school.isAway = true
  await client.start()
  expect(client.view().phase).toBe('failed')
  kept = [{ clientMsgId: 'mark-0001', text: '昨天写的', pictures: [], fate: 'unsent' }]
  school.isAway = false
  client = open()
  await client.start()
  await settled()
  expect(school.said.map(({ clientMsgId }) => clientMsgId)).toEqual(['mark-0001'])
  expect(kept).toEqual([])
})

test('what is refused waits for its writer, with the reason', async () => {
  await client.start()
  school.refusal = new ApiError(Code.Toast, '操作太频繁，请在 1 分钟后再试', 429)
  client.send({ text: '太快了', pictures: [] })
  await settled()
  const [one] = client.view().outbox
  expect(one).toMatchObject({ fate: 'refused', error: '操作太频繁，请在 1 分钟后再试' })
  expect(client.takeBack(one?.clientMsgId ?? '')).toBe('太快了')
  expect(client.view().outbox).toEqual([])
})
