import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

interface NewChallenge {
  readonly token: string
  readonly ip: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Keeps a slide challenge; `answerX` (pixels) never leaves the server. */
export async function insertSlide(
  db: Database,
  challenge: NewChallenge & { readonly secretKey: string; readonly answerX: number },
): Promise<void> {
  await db
    .insertInto('captchaChallenges')
    .values({ ...challenge, captchaType: 'blockPuzzle' })
    .execute()
}

/** Keeps an image challenge; what is to be read is kept as a keyed hash, and sealed for reading it out. */
export async function insertImage(
  db: Database,
  challenge: NewChallenge & { readonly captchaKey: string; readonly answerHash: Buffer; readonly answerSealed: Buffer },
): Promise<void> {
  await db
    .insertInto('captchaChallenges')
    .values({ ...challenge, captchaType: 'simpleCircle' })
    .execute()
}

/** A slide challenge that may still be checked. */
export function findOpenSlide(
  db: Database,
  token: string,
  now: Date,
): Promise<{ secretKey: string | null; answerX: number | null } | undefined> {
  return db
    .selectFrom('captchaChallenges')
    .select(['captchaChallenges.secretKey', 'captchaChallenges.answerX'])
    .where('captchaChallenges.token', '=', token)
    .where('captchaChallenges.captchaType', '=', 'blockPuzzle')
    .where('captchaChallenges.checkedAt', 'is', null)
    .where('captchaChallenges.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Writes the verdict of the one check that a slide challenge allows; false when another call was faster. */
export async function judgeSlide(db: Database, token: string, passed: boolean, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('captchaChallenges')
    .set({ checkedAt: now, passed })
    .where('captchaChallenges.token', '=', token)
    .where('captchaChallenges.checkedAt', 'is', null)
    .where('captchaChallenges.expiresAt', '>', now)
    .returning('captchaChallenges.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Spends a solved slide challenge; true for one call only. */
export async function consumeSlide(db: Database, token: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('captchaChallenges')
    .set({ consumedAt: now })
    .where('captchaChallenges.token', '=', token)
    .where('captchaChallenges.captchaType', '=', 'blockPuzzle')
    .where('captchaChallenges.passed', '=', true)
    .where('captchaChallenges.consumedAt', 'is', null)
    .where('captchaChallenges.expiresAt', '>', now)
    .returning('captchaChallenges.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Judges and spends an image challenge in one statement; a wrong answer spends it, too. Undefined: there is none to judge. */
export async function consumeImage(
  db: Database,
  captchaKey: string,
  answerHash: Buffer,
  now: Date,
): Promise<boolean | undefined> {
  const row = await db
    .updateTable('captchaChallenges')
    .set({ checkedAt: now, consumedAt: now, passed: sql<boolean>`answer_hash = ${answerHash}` })
    .where('captchaChallenges.captchaKey', '=', captchaKey)
    .where('captchaChallenges.captchaType', '=', 'simpleCircle')
    .where('captchaChallenges.checkedAt', 'is', null)
    .where('captchaChallenges.expiresAt', '>', now)
    .returning('captchaChallenges.passed')
    .executeTakeFirst()
  return row === undefined ? undefined : row.passed === true
}

/** Counts one reading-out of an image challenge that may still be answered; undefined when there is none, or it was read out `most` times. */
export async function takeHearing(
  db: Database,
  captchaKey: string,
  most: number,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('captchaChallenges')
    .set({ heard: sql<number>`heard + 1` })
    .where('captchaChallenges.captchaKey', '=', captchaKey)
    .where('captchaChallenges.checkedAt', 'is', null)
    .where('captchaChallenges.expiresAt', '>', now)
    .where('captchaChallenges.heard', '<', most)
    .returning('captchaChallenges.answerSealed')
    .executeTakeFirst()
  return row?.answerSealed ?? undefined
}

/** How many challenges the network of an address and the whole site were given since then; neither is counted beyond `most`. */
export async function countRecentChallenges(
  db: Database,
  ip: string | null,
  since: Date,
  most: { readonly network: number; readonly site: number },
): Promise<{ network: number; site: number }> {
  const { rows } = await sql<{ network: string; site: string }>`select
    (select count(*) from (select 1 from captcha_challenges
      where network = network(set_masklen(${ip}::inet, case when family(${ip}::inet) = 4 then 24 else 48 end)) and created_at > ${since} limit ${most.network}) counted) as network,
    (select count(*) from (select 1 from captcha_challenges where created_at > ${since} limit ${most.site}) counted) as site`.execute(
    db,
  )
  return { network: Number(rows[0]?.network ?? 0), site: Number(rows[0]?.site ?? 0) }
}

/** Forgets challenges that ended before `before`; answers how many. */
export async function forgetOldChallenges(db: Database, before: Date): Promise<number> {
  const gone = await db
    .deleteFrom('captchaChallenges')
    .where('captchaChallenges.expiresAt', '<', before)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
