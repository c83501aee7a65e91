import { createHmac } from 'node:crypto'

/** A short mark that stands for a user in logs. */
export type UserMark = (userId: number | string) => string

/**
 * Marks under the site's secret: the same for a user in every process and after every start, and nobody without the secret
 * finds the user from it. The secret is read when the first mark is made.
 */
export function createUserMark(secret: () => string): UserMark {
  let key: string | undefined
  return (userId) => {
    key ??= secret()
    return createHmac('sha256', key).update(`user in logs\n${userId}`).digest('base64url').slice(0, 12)
  }
}
