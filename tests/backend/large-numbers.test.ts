import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
let learner: Learner
let office: Learner
beforeAll(async () => {
  learner = await registerLearner(backend)
  office = await buildStaff(backend, 'education')
})

/** Beyond a 32-bit column, the largest that is exact here, and beyond that. */
const numbers = ['2147483648', '9007199254740991', '9007199254740993']

/** The names that a call reads. */
function namesOf({ input }: Endpoint): string[] {
  const { def } = (input as z.ZodMiniObject)._zod
  return Object.keys((def as { shape?: object }).shape ?? {})
}

/** Reads that take something, each with the cookie of who may ask it. */
const reads = allEndpoints.filter(({ method, writes }) => method === 'GET' && !writes)

const asking = reads.filter((call) => namesOf(call).length > 0)

async function ask({ path, access }: Endpoint, query: Record<string, string>): Promise<number> {
  const { cookie } = access === 'staff' ? office : learner
  const headers = { reqSource: 'pcSite', ...(access === 'public' ? {} : { Cookie: cookie }) }
  return (await backend.agent.get(path).query(query).set(headers)).status
}

test('every read is asked about', () => {
  expect(asking.length).toBeGreaterThan(60)
})

test.each(asking.map((call) => [call.route, call] as const))(
  '%s survives numbers beyond its columns',
  async (_, call) => {
    const names = namesOf(call)
    for (const number of numbers) {
      for (const name of names) {
        const others = Object.fromEntries(names.map((other) => [other, '1']))
        for (const query of [{ [name]: number }, { ...others, [name]: number }])
          expect([query, await ask(call, query)]).toEqual([
            query,
            expect.not.toSatisfy((status: number) => status >= 500),
          ])
      }
    }
  },
)
