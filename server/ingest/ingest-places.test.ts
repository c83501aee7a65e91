import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import RtmpClient from 'node-media-server/src/protocol/rtmp_client.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '#server/http/logger.ts'
import { findFreePort } from '#server/process/free-port.ts'
import type { BackendLink } from './backend-link.ts'
import { createIngest, type Ingest } from './ingest.ts'

const goodKey = 'a-good-key-of-a-teacher'
let mediaDir: string
let port: number
let ingest: Ingest
let clients: RtmpClient[]
/** Of the keys that the backend is being asked about and hasn't answered for: says that nobody has them. */
let held: (() => void)[]
let heldOne: PromiseWithResolvers<void>

beforeEach(async () => {
  mediaDir = await mkdtemp(join(tmpdir(), 'ingest-'))
  port = await findFreePort()
  clients = []
  held = []
  heldOne = Promise.withResolvers()
  const call = (name: string, check: { key?: string }): Promise<unknown> => {
    if (name === 'open') return Promise.resolve({ recordings: [] })
    if (name === 'check' && check.key === goodKey) return Promise.resolve({ roomId: 1, nextNumber: 1 })
    return new Promise((resolve) => {
      held.push(() => resolve({ refusal: 'unknown' }))
      heldOne.resolve()
      heldOne = Promise.withResolvers()
    })
  }
  const backend = { call, close: async () => undefined } as unknown as BackendLink
  const log = createLogger({ level: 'silent' })
  ingest = createIngest({
    host: '127.0.0.1',
    port,
    mediaDir,
    ffmpeg: '/bin/cat',
    small: undefined,
    mostStreams: 4,
    backend,
    log,
  })
  await ingest.start()
})
afterEach(async () => {
  for (const client of clients) client.disconnect()
  for (const refuse of held) refuse()
  await ingest.stop()
  await rm(mediaDir, { recursive: true, force: true })
})

/** What the ingest says to a programme that wants to stream with a key. */
async function ask(key: string): Promise<string> {
  const client = new RtmpClient()
  clients.push(client)
  const status = new Promise<string>((resolve) => {
    client.onStatusCallback = resolve
    client.onCloseCallback = () => resolve('closed')
  })
  await client.connect(`rtmp://127.0.0.1:${port}/live/${key}`)
  await client.sendConnect()
  await client.sendCreateStream()
  void client.sendPublish(key).catch(() => undefined)
  return status
}

test('unknown keys take no teacher’s place while looked up', async () => {
  for (const number of [1, 2, 3, 4]) {
    const next = heldOne.promise
    void ask(`nobody-has-this-key-${number}`).catch(() => undefined)
    await next
  }
  expect(await ask(goodKey)).toBe('NetStream.Publish.Start')
})

test('one key is one stream’s, however many ask at once', async () => {
  const answers = await Promise.all([ask(goodKey), ask(goodKey), ask(goodKey)])
  expect(answers.toSorted()).toEqual([
    'NetStream.Publish.BadName',
    'NetStream.Publish.BadName',
    'NetStream.Publish.Start',
  ])
})
