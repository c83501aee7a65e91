import { expect, test } from 'vitest'
import { pages } from '#client/pages/index.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { nothingKnown } from '../strangers/known-values.ts'
import { everybody, type Who } from '../strangers/people.ts'
import { sendStrangers } from '../strangers/send-strangers.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { startSchool, testHost } from '../support/test-site.ts'
import { makeSamples } from '../support/upload-samples.ts'

// A few of what `npm run proof strangers` sends; the same ones each time, so that a failure is never chance.
const count = 700
const seed = 12

test('odd words anywhere are taken or refused, never fail', async () => {
  const school = await startSchool({ TRUST_PROXY: '1' })
  try {
    const { backend, site } = school
    const sessions = new Map<Who, string>()
    for (const who of everybody)
      sessions.set(who, (await (who === 'learner' ? registerLearner(backend) : buildStaff(backend, who))).cookie)
    const { sent, failed, failures, bySender } = await sendStrangers({
      port: Number(new URL(site.base).port),
      host: testHost,
      pages,
      endpoints: allEndpoints,
      known: nothingKnown,
      files: await makeSamples(),
      count,
      seed,
      until: Number.POSITIVE_INFINITY,
      sessions: async () => sessions,
      roomOf: () => undefined,
    })
    expect(Object.fromEntries(failures)).toEqual({})
    expect({ sent, failed }).toEqual({ sent: count, failed: 0 })
    expect([...bySender.keys()].sort()).toEqual(['nobody', ...everybody].sort())
  } finally {
    await school.close()
  }
}, 60_000)
