import type { StaffRole } from '#shared/contract/staff-rights.ts'

/** Accounts for trying things out, by the name under which developers know them. They exist in the demo seed only. */
export const developerAccounts: readonly {
  key: string
  nickname: string
  phone: string
  role?: StaffRole
  isAdmin?: boolean
  phoneIsReal?: false
}[] = [
  { key: 'learner', nickname: '靠窗同学', phone: '13800000001' },
  { key: 'teacher', nickname: '顾南乔', phone: '13800000002', role: 'teacher' },
  { key: 'follow', nickname: '红笔助教', phone: '13800000003', role: 'follow' },
  { key: 'education', nickname: '教务小秦', phone: '13800000004', role: 'education' },
  { key: 'admin', nickname: '值班老师', phone: '13800000005', isAdmin: true },
  // as accounts come from elsewhere: with a number that nobody has, good for a password only until a real one is bound
  { key: 'virtual', nickname: '没绑手机同学', phone: '17000000006', phoneIsReal: false },
]

/** Their password; in the seed its hash stands, so that the seed is the same each time and quick. */
export const developerPassword = 'xueyuan1'
export const developerPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$fzqcHlstSGCOHwpsnUt+JQ$4LnsB+jbvE3KBy6KeeiErQiBS54sn6hOA5iHSVVxXY8'
