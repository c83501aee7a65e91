import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { buildThread, buildWriter } from '../support/forum-steps.ts'
import { hasRedis, type RealRedis, redisNote, startRedis } from '../support/real-redis.ts'
import { openSecondBackend, type SecondBackend } from '../support/second-backend.ts'

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL)
const note = hasPostgres ? redisNote : ' (skipped: TEST_DATABASE_URL is not set)'

describe.skipIf(!hasRedis || !hasPostgres)(`two backends on one PostgreSQL${note}`, () => {
  let redis: RealRedis
  let first: TestBackend
  let second: SecondBackend

  beforeAll(async () => {
    redis = await startRedis()
    first = await startTestBackend({ REDIS_URL: redis.url })
    second = await openSecondBackend(first, { REDIS_URL: redis.url })
  })
  afterAll(async () => {
    await second?.close()
    await first?.close()
    await redis?.stop()
  })

  test('each has a busy thread made once a second', { timeout: 60_000 }, async () => {
    const { postId } = await buildThread(first)
    const people = await Promise.all(Array.from({ length: 30 }, () => buildWriter(first)))
    const both = [first, second] as const
    // `reader` follows what a cache would show: the words that were there when it was told to forget the page
    let seen: string[] = []
    const read = async (): Promise<void> => {
      const { records } = await first.api.call('GET /api/post/comment/comment-list', { postId, pageSize: 50 })
      seen = records.map(({ content }) => content)
    }
    const reads: Promise<void>[] = []
    for (const { purges } of both)
      purges.tell = ({ tag }) => {
        if (tag === `post:${postId}`) reads.push(read())
      }
    const told = ({ purges }: (typeof both)[number]): number =>
      purges.orders.filter(({ tag }) => tag === `post:${postId}`).length
    const began = performance.now()
    // a few at once at each: more would wait for the thread longer than a call may
    for (let from = 0; from < people.length; from += 6)
      await Promise.all(
        people
          .slice(from, from + 6)
          .map(({ cookie }, nth) =>
            (both[nth % 2] ?? first)
              .as(cookie)
              .call('POST /api/post/comment/add-comment', { postId, content: `第 ${from + nth} 条回复` }),
          ),
      )
    const seconds = Math.ceil((performance.now() - began) / 1000)
    for (const one of both) {
      expect(told(one)).toBeGreaterThan(0)
      expect(told(one)).toBeLessThanOrEqual(1 + seconds)
    }
    // whichever of them was last: what it said is there after the pages were forgotten for the last time
    await expect
      .poll(
        async () => {
          await Promise.all(reads)
          return seen.length
        },
        { timeout: 10_000 },
      )
      .toBe(30)
    // a purge that comes later is nobody's: the backends are about to close
    for (const { purges } of both) purges.tell = () => undefined
    await Promise.all(reads)
    expect(told(first) + told(second)).toBeLessThanOrEqual(2 * (2 + seconds))
  })
})
