import type { ColumnType, Generated } from 'kysely'
import type { StaffRole } from '#shared/contract/staff-rights.ts'

/** A timestamptz: read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** A timestamptz that the database sets unless it is given. */
export type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>
/** A jsonb column: read as its value, always written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
/** A jsonb column with a default. */
export type JsonByDefault<T> = ColumnType<T, string | undefined, string>

export interface UsersTable {
  id: Generated<number>
  nickname: string
  headImg: string | null
  realName: string | null
  gender: number | null
  qqNum: string | null
  nationCode: Generated<number>
  phone: string | null
  phoneIsReal: Generated<boolean>
  passwordHash: string | null
  passwordSetAt: Timestamp | null
  customerStatus: Generated<number>
  isAdmin: Generated<boolean>
  accountStatus: Generated<number>
  serviceEndAt: Timestamp | null
  /** Keyed hash of the number of a deregistered account. */
  formerPhoneHash: Buffer | null
  /** Whether their looks at pages of the forum are shown to others. */
  showsVisits: Generated<boolean>
  createdAt: TimestampByDefault
  updatedAt: TimestampByDefault
}

export interface UserProfilesTable {
  userId: number
  answers: JsonByDefault<Record<string, unknown>>
  completedAt: Timestamp | null
  updatedAt: TimestampByDefault
}

export interface UserRolesTable {
  userId: number
  role: StaffRole
  grantedAt: TimestampByDefault
}

export interface AccountTables {
  users: UsersTable
  userProfiles: UserProfilesTable
  userRoles: UserRolesTable
}
