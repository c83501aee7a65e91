/** Learners' accounts at Tencent Cloud IM. Everything in a group that comes from one of them was sent past us and counts for nothing. */
const prefix = 'user-'

export function tencentImAccount(userId: number | string): string {
  return `${prefix}${userId}`
}

/** The user of an account; undefined for the administrator's. */
export function tencentImUserId(account: unknown): string | undefined {
  return typeof account === 'string' && account.startsWith(prefix) ? account.slice(prefix.length) : undefined
}
