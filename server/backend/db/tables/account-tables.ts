import type { ColumnType, Generated } from 'kysely'

/** A timestamptz: read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** A jsonb column: read as its value, always written as JSON text. */
export type Json<T> = ColumnType<T, string, string>

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
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface UserProfilesTable {
  userId: number
  answers: Generated<Json<Record<string, unknown>>>
  completedAt: Timestamp | null
  updatedAt: Generated<Timestamp>
}

export interface UserRolesTable {
  userId: number
  role: 'teacher' | 'follow' | 'education' | 'headMaster' | 'instructor' | 'assistant'
  grantedAt: Generated<Timestamp>
}

export interface AccountTables {
  users: UsersTable
  userProfiles: UserProfilesTable
  userRoles: UserRolesTable
}
