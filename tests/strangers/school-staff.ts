import { createBackend } from '#server/backend/backend.ts'
import { developerAccounts, developerPasswordHash } from '#server/backend/developer/developer-accounts.ts'
import { readConfig } from '#server/config/config.ts'
import { staffRoles } from '#shared/contract/staff-rights.ts'
import { everybody, type Who } from './people.ts'

function seededPhone(who: Who): string | undefined {
  return developerAccounts.find(({ key, role, isAdmin }) =>
    who === 'learner' ? key === 'learner' : who === 'administrator' ? isAdmin : role === who,
  )?.phone
}

/** The number of everybody's account: a seeded one, or one that `fillStaff` adds. */
export const phones = Object.fromEntries(
  everybody.map((who, index) => [who, seededPhone(who) ?? `1380009000${index}`]),
) as Readonly<Record<Who, string>>

/** Makes the database of a site that hasn't been started yet, with somebody of each role in it. */
export async function fillStaff(dataDir: string): Promise<void> {
  const backend = await createBackend(readConfig({ SITE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
  const { db } = backend.context
  for (const role of staffRoles) {
    if (seededPhone(role) !== undefined) continue
    const { id: userId } = await db
      .insertInto('users')
      .values({
        nickname: `值班${role}`,
        phone: phones[role],
        phoneIsReal: true,
        passwordHash: developerPasswordHash,
        passwordSetAt: new Date(),
      })
      .returning('users.id')
      .executeTakeFirstOrThrow()
    await db.insertInto('userRoles').values({ userId, role }).execute()
  }
  await backend.close()
}
