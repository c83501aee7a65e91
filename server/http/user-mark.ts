import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A short mark that stands for a user in logs. */
export type UserMark = (userId: number | string) => string

/** A learner's calls come one after another, in two processes: their mark is made once. */
const mostMarks = 2000

/**
 * Marks under the site's secret: the same for a user in every process and after every start, and nobody without the secret
 * finds the user from it. The secret is read when the first mark is made.
 */
export function createUserMark(secret: () => string): UserMark {
  let key: string | undefined
  const marks = new LRUCache<string, string>({ max: mostMarks })
  return (userId) => {
    const user = String(userId)
    const known = marks.get(user)
    if (known !== undefined) return known
    key ??= secret()
    const made = createHmac('sha256', key).update(`user in logs\n${user}`).digest('base64url').slice(0, 12)
    marks.set(user, made)
    return made
  }
}
