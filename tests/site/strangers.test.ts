import { expect, test } from 'vitest'
import { sendStrangers } from '../strangers/send-strangers.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { startSchool, testHost } from '../support/test-site.ts'

// A few of what `npm run proof strangers` sends; the same ones each time, so that a failure is never chance.
const count = 700
const seed = 12

test('odd words anywhere are taken or refused, never fail', async () => {
  const school = await startSchool({ TRUST_PROXY: '1' })
  try {
    const { cookie } = await addSignedIn(school.backend)
    const port = Number(new URL(school.site.base).port)
    const { sent, failed, failures } = await sendStrangers({
      port,
      host: testHost,
      count,
      seed,
      until: Number.POSITIVE_INFINITY,
      cookie: async () => cookie,
    })
    expect(Object.fromEntries(failures)).toEqual({})
    expect({ sent, failed }).toEqual({ sent: count, failed: 0 })
  } finally {
    await school.close()
  }
}, 60_000)
