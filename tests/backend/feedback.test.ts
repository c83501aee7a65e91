import { describe, expect, test } from 'vitest'
import { freshAddress, registerLearner, solveCaptcha } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
/** The end of the third working day after the tests' Wednesday. */
const promised = Date.parse('2026-03-17T00:00:00+08:00')
let tokens = 0
const token = (): string => `feedback-token-${++tokens}`

describe('a visitor', () => {
  test('gets a number and a promise for their words', async () => {
    const visitor = backend.as('', freshAddress())
    const answer = await visitor.call('POST /api/common/feedback', {
      type: 'fault',
      content: '  手机上打不开课程表  ',
      contact: '微信 linmo',
    })
    expect(answer).toEqual({ no: expect.stringMatching(/^260311\d{6}$/), dueTime: promised })
    const row = await backend.db
      .selectFrom('tickets')
      .innerJoin('ticketMessages', 'ticketMessages.ticketId', 'tickets.id')
      .select(['tickets.userId', 'tickets.contact', 'tickets.state', 'tickets.createdAt', 'ticketMessages.content'])
      .where('tickets.no', '=', answer.no)
      .execute()
    expect(row).toEqual([
      { userId: null, contact: '微信 linmo', state: 1, createdAt: new Date(testNow), content: '手机上打不开课程表' },
    ])
  })

  test('solves a captcha from the third of a day on', async () => {
    const address = freshAddress()
    const send = (more: object = {}) =>
      backend.as('', address).call('POST /api/common/feedback', { content: '再说一件', ...more })
    await send()
    await send()
    await expect(send()).rejects.toMatchObject({ code: 4002 })
    expect((await send(await solveCaptcha(backend, address))).no).toMatch(/^\d{12}$/)
    await expect(send()).rejects.toMatchObject({ code: 4002 })
  })

  test('signs in before choosing a course or a picture', async () => {
    const visitor = backend.as('', freshAddress())
    await expect(
      visitor.call('POST /api/common/feedback', { content: '看图', images: ['/a.png'] }),
    ).rejects.toMatchObject({
      code: -3,
    })
    await expect(visitor.call('POST /api/common/feedback', { content: '课', courseId: 1 })).rejects.toMatchObject({
      code: -3,
    })
  })

  test.each([
    ['nothing but space', { content: '   ' }, 4004],
    ['too many words', { content: '长'.repeat(1001) }, 0],
  ])('is refused with %s', async (_what, input, code) => {
    await expect(backend.as('', freshAddress()).call('POST /api/common/feedback', input)).rejects.toMatchObject({
      code,
    })
  })
})

test('the same feedback twice is one', async () => {
  const { cookie, userId } = await registerLearner(backend)
  const clientToken = token()
  const send = () => backend.as(cookie).call('POST /api/common/feedback', { content: '字太小', clientToken })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ no }) => no)).size).toBe(1)
  expect(
    await backend.db.selectFrom('tickets').selectAll('tickets').where('tickets.userId', '=', userId).execute(),
  ).toHaveLength(1)
})
