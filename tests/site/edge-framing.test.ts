import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from '../support/fake-service.ts'
import { startTestSite, type TestSite, testHost } from '../support/test-site.ts'

let service: FakeService
let site: TestSite

beforeAll(async () => {
  service = await startFakeService()
  site = await startTestSite(service.base)
})

afterAll(async () => {
  await site.close()
  await service.stop()
})

/** Sends bytes as they are and answers the statuses that came back until the site closed the connection. */
async function statuses(bytes: string): Promise<number[]> {
  const socket = connect(Number(new URL(site.get('/').url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write(bytes)
  await once(socket, 'close')
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
}

const host = `Host: ${testHost}\r\n`
const post = `POST /api/ubas/flow-collect HTTP/1.1\r\n${host}`

describe('a request whose end could be read in two ways', () => {
  it.each([
    ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a length and chunks', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`],
    ['an unknown transfer coding', `${post}Transfer-Encoding: x\r\n\r\n0\r\n\r\n`],
    ['two hosts', `GET / HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`],
    ['a folded header', `GET / HTTP/1.1\r\n${host}X-A: a\r\n b\r\n\r\n`],
    ['bare line feeds', `GET / HTTP/1.1\nHost: ${testHost}\n\n`],
    ['a space before the colon', `GET / HTTP/1.1\r\n${host}X-A : a\r\n\r\n`],
  ])('with %s is refused once and reaches no service', async (_name, bytes) => {
    service.arrivals.length = 0
    expect(await statuses(bytes)).toEqual([400])
    expect(service.arrivals).toHaveLength(0)
  })
})
