import { sql } from 'kysely'
import { rolesOf } from '#server/backend/account/sign-in/session-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { countWaiting, hasUnread } from '#server/backend/message/message-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AccountStatus, OrderStatus } from '#shared/contract/enums.ts'
import { hasRight, type StaffRole } from '#shared/contract/staff-rights.ts'
import type { AccountSecurity, Profile, PublicUser, UserInfo } from '#shared/contract/user.ts'
import { maskPhone } from '#shared/rules/account-rules.ts'

/** The newest order that is paid and whose entrance was never opened. */
const unreadEntrance = sql<string | null>`(
  select o.sn from entrances e join orders o on o.id = e.order_id
  where e.user_id = users.id and e.read_at is null and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partlyPaid)}, ${sql.lit(OrderStatus.partRefund)}) order by e.id desc limit 1)`

type UserRow = Omit<UserInfo, 'adminRole'> & { isAdmin: boolean; roles: StaffRole[] }

/** What the account is, asked for with every page of a learner; throws -3 when it is gone. */
export async function getUser(db: Database, userId: number): Promise<UserInfo> {
  const own = sql`users.id`
  const { rows } = await sql<UserRow>`
    select users.id, users.nickname, users.head_img, users.real_name, users.customer_status, users.is_admin, users.phone_is_real,
      ${rolesOf} as roles, ${unreadEntrance} as entrance_no, ${hasUnread(own)} as unread, ${countWaiting(own)} as forced
    from users where users.id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError(Code.LoginTimeout)
  const { isAdmin, roles, ...user } = row
  const isStaff = isAdmin || roles.length > 0
  return { ...user, adminRole: hasRight({ isAdmin, roles }, 'backend.enter'), ...(isStaff ? { isStaff } : {}) }
}

/** What anybody may see of an active user; undefined for every other. */
export async function findPublicUser(db: Database, userId: number): Promise<PublicUser | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('userProfiles', 'userProfiles.userId', 'users.id')
    .select([
      'users.id',
      'users.nickname',
      'users.headImg',
      sql<string | null>`user_profiles.answers ->> 'introduction'`.as('introduction'),
    ])
    .where('users.id', '=', userId)
    .where('users.accountStatus', '=', AccountStatus.active)
    .executeTakeFirst()
  return row && { ...row, introduction: row.introduction || null }
}

export interface UserChange {
  nickname?: string
  headImg?: string
  realName?: string | null
  gender?: number
  qqNum?: string | null
}

export async function changeUser(trx: Database, userId: number, change: UserChange, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updatedAt: now })
    .where('users.id', '=', userId)
    .execute()
}

/** The picture that the account has now. */
export async function findHeadImg(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('users.headImg').where('users.id', '=', userId).executeTakeFirst()
  return row?.headImg ?? null
}

/** Answers kept beside the account's own columns. */
export const profileAnswers = ['occupation', 'purpose', 'base', 'learnTime', 'introduction'] as const
export type ProfileAnswers = Partial<Record<(typeof profileAnswers)[number], string>>

export async function getProfile(db: Database, userId: number): Promise<Profile> {
  const row = await db
    .selectFrom('users')
    .leftJoin('userProfiles', 'userProfiles.userId', 'users.id')
    .select(['users.gender', 'users.qqNum', 'users.realName', 'userProfiles.answers', 'userProfiles.completedAt'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new ApiError(Code.LoginTimeout)
  const answers = (row.answers ?? {}) as Record<string, unknown>
  const given = profileAnswers.flatMap((name) =>
    typeof answers[name] === 'string' && answers[name] !== '' ? [[name, answers[name]]] : [],
  )
  return {
    gender: row.gender ?? 0,
    qqNum: row.qqNum ?? '',
    realName: row.realName ?? '',
    ...(Object.fromEntries(given) as ProfileAnswers),
    completedTime: row.completedAt?.getTime() ?? null,
  }
}

/** Adds answers to those given before; the first save is when the profile was completed. */
export async function saveAnswers(trx: Database, userId: number, answers: ProfileAnswers, now: Date): Promise<void> {
  await trx
    .insertInto('userProfiles')
    .values({ userId, answers: JSON.stringify(answers), completedAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({
        answers: sql`user_profiles.answers || excluded.answers`,
        completedAt: sql`coalesce(user_profiles.completed_at, excluded.completed_at)`,
        updatedAt: now,
      }),
    )
    .execute()
}

/** What the account-security page shows of the account itself. */
export async function getSecurity(
  db: Database,
  userId: number,
): Promise<Omit<AccountSecurity, 'deregisterObstacles' | 'verification' | 'events'>> {
  const user = await db
    .selectFrom('users')
    .select(['users.phone', 'users.nationCode', 'users.phoneIsReal', 'users.passwordHash', 'users.passwordSetAt'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new ApiError(Code.LoginTimeout)
  const identities = await db
    .selectFrom('oauthIdentities')
    .select(['oauthIdentities.provider', 'oauthIdentities.nickname', 'oauthIdentities.linkedAt'])
    .where('oauthIdentities.userId', '=', userId)
    .orderBy('oauthIdentities.id')
    .execute()
  const deregistration = await db
    .selectFrom('deregistrations')
    .select(['deregistrations.requestedAt', 'deregistrations.dueAt'])
    .where('deregistrations.userId', '=', userId)
    .where('deregistrations.cancelledAt', 'is', null)
    .where('deregistrations.completedAt', 'is', null)
    .executeTakeFirst()
  const login = await db
    .selectFrom('loginEvents')
    .select(['loginEvents.at', 'loginEvents.method'])
    .where('loginEvents.userId', '=', userId)
    .where('loginEvents.code', '=', Code.Success)
    .orderBy('loginEvents.at', 'desc')
    .orderBy('loginEvents.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    phone: user.phone === null ? null : maskPhone(user.phone),
    nationCode: user.nationCode,
    phoneIsReal: user.phoneIsReal,
    hasPassword: user.passwordHash !== null,
    passwordSetTime: user.passwordSetAt?.getTime() ?? null,
    identities: identities.map(({ linkedAt, ...identity }) => ({ ...identity, linkedTime: linkedAt.getTime() })),
    deregistration: deregistration
      ? { requestedTime: deregistration.requestedAt.getTime(), dueTime: deregistration.dueAt.getTime() }
      : null,
    lastLogin: login ? { time: login.at.getTime(), method: login.method } : null,
  }
}
