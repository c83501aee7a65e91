import type { ReactNode } from 'react'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { ImUserType } from '#shared/contract/enums.ts'

/** What people of a room are called. */
export const userTypeTexts: Readonly<Record<ImUserType, string>> = {
  teacher: '老师',
  assistant: '助教',
  headMaster: '班主任',
  education: '教务',
  vip: '学员',
  freeStudy: '试听',
}

/** Whoever teaches or keeps order. */
export function isStaffType(userType: ImUserType): boolean {
  return userType !== 'vip' && userType !== 'freeStudy'
}

/** Who somebody is; learners who try a lesson carry no mark. */
export function RoleTag({ userType }: { userType: ImUserType }): ReactNode {
  if (userType === 'freeStudy') return null
  return <Tag tone={isStaffType(userType) ? 'got' : 'plain'}>{userTypeTexts[userType]}</Tag>
}

/** Somebody's picture. */
export function Face({ user }: { user: { userId: string; nickname: string; headImg: string | null } }): ReactNode {
  return <Avatar user={{ id: Number(user.userId) || 0, nickname: user.nickname, headImg: user.headImg }} />
}
