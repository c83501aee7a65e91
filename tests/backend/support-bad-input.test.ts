import { beforeEach, describe, expect, test } from 'vitest'
import { freshAddress, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { sendCall } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildVisitor, freshMark, sendAs } from '../support/support-client.ts'

const backend = backendOfFile()
let learner: Learner
let problemId: number
const as = ({ cookie }: Learner) => backend.as(cookie)
beforeEach(async () => {
  learner = await registerLearner(backend)
  const problems = await as(learner).call('GET /api/work/order/complaint/list-complaint-problem', {})
  problemId = problems[0]?.children[0]?.id ?? 0
})

/** Everything that somebody can tell the school, with these words. */
const ways = {
  feedback: (content: string) => as(learner).call('POST /api/common/feedback', { content }),
  complaint: (content: string) => as(learner).call('POST /api/work/order/complaint', { problemId, content }),
  async message(content: string) {
    const { no } = await as(learner).call('POST /api/common/feedback', { content: '课程表打不开' })
    return as(learner).call('POST /api/user/ticket/message', { no, content })
  },
  conversation: (text: string) => sendAs(as(learner), text),
}
const names = Object.keys(ways) as (keyof typeof ways)[]

/** All that stands in the tables of one's own. */
async function wordsOf({ userId }: Learner): Promise<string[]> {
  const tickets = await backend.db
    .selectFrom('ticketMessages')
    .innerJoin('tickets', 'tickets.id', 'ticketMessages.ticketId')
    .select('ticketMessages.content')
    .where('tickets.userId', '=', userId)
    .execute()
  const said = await backend.db
    .selectFrom('conversationMessages')
    .innerJoin('conversations', 'conversations.id', 'conversationMessages.conversationId')
    .select('conversationMessages.content')
    .where('conversations.userId', '=', userId)
    .execute()
  return [...tickets, ...said].map(({ content }) => content)
}

describe.each(names)('%s', (name) => {
  test.each([
    ['nothing but what can’t be seen', '\u200b\u2060\u202e\ufeff', 4004],
    ['a megabyte of words', '长'.repeat(350_000), 0],
    ['emoji beyond the limit', '🎨'.repeat(1001), 0],
    ['a megabyte of nested markup', '<b>'.repeat(340_000), 0],
    ['a character that no database keeps', 'a\u0000b', 0],
  ])('is refused with %s, and writes nothing', async (_what, words, code) => {
    const error = (await ways[name](words).catch((one: unknown) => one)) as { code: number; message: string }
    expect(error).toMatchObject({ code, message: expect.stringMatching(/./) })
    const kept = (await wordsOf(learner)).filter((one) => one !== '课程表打不开')
    expect(kept).toEqual([])
  })

  test('takes a limit full of emoji as they are', async () => {
    const words = '🎨'.repeat(1000)
    await ways[name](words)
    expect(await wordsOf(learner)).toContain(words)
  })

  test('keeps markup as words, without what turns writing round', async () => {
    await ways[name]('<img src=x onerror=alert(1)>\u202egpj.exe\u2066 家\u200d庭')
    expect(await wordsOf(learner)).toContain('<img src=x onerror=alert(1)>gpj.exe 家\u200d庭')
  })
})

test.each([
  ['lists in lists, a thousand deep', `{"content":"看","images":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400],
  ['a body that is no JSON', '{"content":', 400],
  ['a list of ten thousand pictures', JSON.stringify({ content: '看', images: Array(10_000).fill('/a') }), 400],
  ['a body of two megabytes', JSON.stringify({ content: '看', contact: 'x'.repeat(2_000_000) }), 413],
])('%s is refused in words', async (_what, body, status) => {
  const answer = await backend.agent
    .post('/api/common/feedback')
    .set({ reqSource: 'pcSite', Cookie: learner.cookie, 'Content-Type': 'application/json' })
    .send(body)
  expect(answer.status).toBe(status)
  expect((answer.body as { msg: string }).msg).toMatch(/[\u4e00-\u9fff]/)
  expect(await wordsOf(learner)).toEqual([])
})

test('words as keys of every object are only words', async () => {
  const answer = await sendCall(
    backend.agent,
    'POST /api/common/feedback',
    JSON.parse('{"content":"看","__proto__":{"isAdmin":true},"constructor":1}') as { content: string },
    { Cookie: learner.cookie },
  )
  expect((answer.body as { code: number }).code).toBe(1)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('a visitor’s contact can’t turn writing round either', async () => {
  const { no } = await backend
    .as('', freshAddress())
    .call('POST /api/common/feedback', { content: '看', contact: ' 微信\u202e linmo ' })
  const row = await backend.db.selectFrom('tickets').select('tickets.contact').where('tickets.no', '=', no).execute()
  expect(row).toEqual([{ contact: '微信 linmo' }])
})

describe('a conversation’s mark', () => {
  test('of somebody else is another message', async () => {
    const mark = freshMark()
    const other = await registerLearner(backend)
    await as(learner).call('POST /api/support/send', { text: '一', clientMsgId: mark })
    await as(other).call('POST /api/support/send', { text: '二', clientMsgId: mark })
    expect(await wordsOf(other)).toContain('二')
  })

  test('sent often at once is one message', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('先说一句')
    const clientMsgId = freshMark()
    const answers = await Promise.all(Array.from({ length: 15 }, () => visitor.send('只说一次', { clientMsgId })))
    expect(new Set(answers.map(({ seq }) => seq)).size).toBe(1)
    const { messages } = await visitor.open()
    expect(messages.filter(({ text }) => text === '只说一次')).toHaveLength(1)
  })
})
