import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const inboxUrl = 'https://inbox.test'
const identityKey = 'identity-key-of-the-inbox'
const secret = 'webhook-secret-of-the-inbox'

const backend = backendOfFile({
  CHAT_INBOX_URL: inboxUrl,
  CHAT_INBOX_TOKEN: 'website-token',
  CHAT_INBOX_IDENTITY_KEY: identityKey,
  CHAT_INBOX_SECRET: secret,
})

let count = 0

/** What a Chatwoot sends of an agent's answer to somebody it knows by their identifier. */
function answerTo(identifier: string | null, more: object = {}): object {
  count += 1
  return {
    event: 'message_created',
    id: count,
    content: '<p>可以晚一天交。</p>',
    message_type: 'outgoing',
    private: false,
    conversation: { id: 1, meta: { sender: { identifier } } },
    ...more,
  }
}

/** Delivers as a Chatwoot does: `{timestamp}.{body}` signed, the time in seconds. */
function deliver(
  event: object,
  { at = backend.clock.now(), key = secret, id = `delivery-${count}` }: { at?: number; key?: string; id?: string } = {},
) {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return backend.agent
    .post('/api/support/inbox')
    .set('Content-Type', 'application/json')
    .set('X-Chatwoot-Timestamp', timestamp)
    .set('X-Chatwoot-Delivery', id)
    .set('X-Chatwoot-Signature', `sha256=${signature}`)
    .send(body)
}

async function inboxOf({ cookie }: Learner): Promise<string[]> {
  const { records } = await backend.as(cookie).call('GET /api/notify-message/get-message', {})
  return records.map(({ title, content }) => `${title} ${content}`)
}

test('knows a learner by a proof that nobody can forge', async () => {
  const learner = await registerLearner(backend)
  const identity = await backend.as(learner.cookie).call('GET /api/support/identity', {})
  const identifier = `user-${learner.userId}`
  expect(identity).toMatchObject({
    identifier,
    hash: createHmac('sha256', identityKey).update(identifier).digest('hex'),
  })
  await expect(backend.api.call('GET /api/support/identity', {})).rejects.toMatchObject({ code: -3 })
})

test('takes the place of the school’s own window', async () => {
  const config = await backend.api.call('GET /api/app/config', {})
  expect(config).toMatchObject({
    chatKind: 'inbox',
    chatScript: `${inboxUrl}/packs/js/sdk.js`,
    chatInbox: { url: inboxUrl, websiteToken: 'website-token' },
  })
  await expect(backend.api.call('POST /api/support/open', {})).rejects.toMatchObject({ code: 404 })
})

test('an answer given there comes to the learner’s inbox, once', async () => {
  const learner = await registerLearner(backend)
  const event = answerTo(`user-${learner.userId}`)
  expect((await deliver(event)).status).toBe(200)
  expect(await inboxOf(learner)).toEqual(['客服回复了你 <p>可以晚一天交。</p>'])
  // the inbox tries again a little later: the same message, signed anew
  backend.clock.set(backend.clock.now() + 2000)
  expect((await deliver(event, { id: 'delivery-again' })).status).toBe(200)
  expect(await inboxOf(learner)).toHaveLength(1)
})

test('a delivery that was kept is refused', async () => {
  const learner = await registerLearner(backend)
  const event = answerTo(`user-${learner.userId}`)
  await deliver(event)
  expect((await deliver(event, { id: 'delivery-replayed' })).status).toBe(409)
})

test.each<[string, object]>([
  ['signed by somebody else', { key: 'another secret' }],
  ['of ten minutes ago', { at: Date.parse('2026-03-11T11:50:00+08:00') }],
  ['of ten minutes ahead', { at: Date.parse('2026-03-11T12:10:00+08:00') }],
])('a delivery %s is refused', async (_case, how) => {
  const learner = await registerLearner(backend)
  expect((await deliver(answerTo(`user-${learner.userId}`), how)).status).toBe(401)
  expect(await inboxOf(learner)).toEqual([])
})

test('a delivery whose body was changed is refused', async () => {
  const learner = await registerLearner(backend)
  const timestamp = String(Math.floor(backend.clock.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.{}`).digest('hex')
  const answer = await backend.agent
    .post('/api/support/inbox')
    .set('Content-Type', 'application/json')
    .set('X-Chatwoot-Timestamp', timestamp)
    .set('X-Chatwoot-Signature', `sha256=${signature}`)
    .send(JSON.stringify(answerTo(`user-${learner.userId}`)))
  expect(answer.status).toBe(401)
})

test.each<[string, (userId: number) => object]>([
  ['a note among agents', (userId) => answerTo(`user-${userId}`, { private: true })],
  ['what the learner says', (userId) => answerTo(`user-${userId}`, { message_type: 'incoming' })],
  ['another event', (userId) => answerTo(`user-${userId}`, { event: 'conversation_updated' })],
  ['an answer to a visitor', () => answerTo(null)],
  ['an answer to nobody of ours', () => answerTo('user-constructor')],
])('%s tells nobody anything', async (_case, eventOf) => {
  const learner = await registerLearner(backend)
  expect((await deliver(eventOf(learner.userId))).status).toBe(200)
  expect(await inboxOf(learner)).toEqual([])
})
