import { expect, test } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { startSession } from './session.ts'

const user = { id: 7, nickname: '同学' }
const credentials = { cookie: 'session=x', address: '203.0.113.7', strayCookies: [] }

/** A main site whose user information takes `userMs`, and that doesn't tell of the phone with it; notes how long each call may take. */
function slowSite(userMs: number, phone: () => Promise<boolean>) {
  let now = 5_000
  const given: [route: string, deadlineMs: number][] = []
  const within = (deadlineMs: number): Api =>
    ({
      async call(route: string) {
        given.push([route, deadlineMs])
        if (route !== 'GET /api/user/info') return phone()
        now += userMs
        return user
      },
    }) as unknown as Api
  return { given, within, patience: { totalMs: 800, elapsed: () => now } }
}

test('the phone’s question gets the page’s remaining time', async () => {
  const { given, within, patience } = slowSite(550, async () => false)
  const started = await startSession(within, patience, credentials)
  expect(started.session).toEqual({ loggedIn: true, phoneIsReal: false })
  expect(given).toEqual([
    ['GET /api/user/info', 800],
    ['GET /api/auth/check/virtual/phoneNum', 250],
  ])
})

test('without time left it isn’t asked, nobody locked out', async () => {
  const { given, within, patience } = slowSite(800, async () => false)
  const started = await startSession(within, patience, credentials)
  expect(started.session).toEqual({ loggedIn: true, phoneIsReal: true })
  expect(given).toHaveLength(1)
})

test('a phone that isn’t told in time locks nobody out', async () => {
  const { within, patience } = slowSite(100, async () => {
    throw new ApiError(Code.Fail)
  })
  expect((await startSession(within, patience, credentials)).session).toEqual({ loggedIn: true, phoneIsReal: true })
})
