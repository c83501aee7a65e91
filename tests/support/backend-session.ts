import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import type { TestBackend } from './backend-harness.ts'

let count = 0

/** A new learner with a live session: the key, and the cookie to send. */
export async function addSignedIn(backend: TestBackend): Promise<{ userId: number; cookie: string }> {
  const user = await backend.database.db
    .insertInto('users')
    .values({ nickname: `学员${++count}`, phone: `137100${String(count).padStart(5, '0')}` })
    .returning('users.id')
    .executeTakeFirstOrThrow()
  const token = randomToken()
  const now = new Date(backend.clock.now())
  await backend.database.db
    .insertInto('sessions')
    .values({
      userId: user.id,
      tokenHash: hashToken(token),
      channel: 'pcSite',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return { userId: user.id, cookie: `session=${token}` }
}
