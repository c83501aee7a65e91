import { afterEach, beforeEach, expect, it } from 'vitest'
import { unsureText } from '#shared/rules/call-times.ts'
import { oneService, ownCall, type ProxyAnswer, type ProxySite, startProxySite } from '../support/edge-proxy-site.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'

const read = '/api/search/hot-search'
const inSteps = '/api/order/cancel'
const inOne = '/api/ubas/flow-collect'
const json = { ...ownCall, 'content-type': 'application/json' }

let service: FakeService
let site: ProxySite | undefined
beforeEach(async () => {
  service = await startFakeService()
})
afterEach(async () => {
  await site?.close()
  await service.stop()
})

async function start(firstByteMs: { read: number; one: number; steps: number }): Promise<ProxySite> {
  site = await startProxySite(oneService(service.base), {}, { limits: { connectMs: 1000, firstByteMs, idleMs: 5000 } })
  return site
}

const write = (proxy: ProxySite, path: string): Promise<ProxyAnswer> =>
  proxy.send(path, { method: 'POST', headers: json, body: '{}' })

it('a write that takes longer than reads may is answered', async () => {
  const proxy = await start({ read: 50, one: 20_000, steps: 20_000 })
  // Answers the writes when the read, which came after them, has been given up.
  const waiting: (() => void)[] = []
  service.answer = (_req, res, { method }) => {
    if (method === 'POST') waiting.push(() => reply(res, 'done'))
  }
  const writes = [write(proxy, inSteps), write(proxy, inOne), write(proxy, '/api/unknown')]
  while (waiting.length < 3) await service.next()
  expect((await proxy.send(read)).status).toBe(502)
  for (const answer of waiting) answer()
  expect((await Promise.all(writes)).map(({ status, json: { body } }) => [status, body])).toEqual([
    [200, 'done'],
    [200, 'done'],
    [200, 'done'],
  ])
})

it('a write without an answer may have gone through', async () => {
  const proxy = await start({ read: 50, one: 50, steps: 50 })
  service.answer = () => undefined
  const unsure = { status: 502, json: { code: 0, msg: unsureText, body: null } }
  expect(await write(proxy, inSteps)).toMatchObject(unsure)
  expect(await write(proxy, inOne)).toMatchObject(unsure)
  expect(await write(proxy, '/api/unknown')).toMatchObject(unsure)
  expect(await proxy.send(read)).toMatchObject({ status: 502, json: { msg: '服务器错误' } })
})

it('a write whose line broke may have gone through', async () => {
  const proxy = await start({ read: 5000, one: 5000, steps: 5000 })
  service.answer = (req) => req.socket.destroy()
  expect((await write(proxy, inSteps)).json.msg).toBe(unsureText)
})

it('a write that reached nobody hasn’t gone through', async () => {
  const proxy = await start({ read: 5000, one: 5000, steps: 5000 })
  await service.stop()
  expect(await write(proxy, inSteps)).toMatchObject({ status: 502, json: { msg: '服务器错误' } })
})
