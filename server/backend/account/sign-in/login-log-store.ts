import type { CallContext } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { inetOf, type SignInMethod } from './sign-in.ts'

/** Answers that mean that somebody tried to get into an account and couldn't. */
const failures: ReadonlySet<number> = new Set([
  Code.PasswordError,
  Code.CodeError,
  Code.UserError,
  Code.UserDeleted,
  Code.PhoneExists,
  Code.AccountDisabled,
  Code.AccountLoggedOut,
  Code.LoginTimeout,
])

/** Whose account was tried: known by its key, or by the hash of the number alone. */
export interface TriedAccount {
  readonly method: SignInMethod | 'reset'
  readonly accountHash?: Buffer
  readonly userId?: number | undefined
}

/** Runs one way of signing in; when it fails, that is kept in the log of sign-ins. The number itself never is. */
export async function loggingFailure<T>(ctx: CallContext, tried: TriedAccount, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && failures.has(error.code)) {
      const { method, accountHash = null, userId = null } = tried
      const { fingerprint } = ctx.caller
      await ctx.db
        .insertInto('loginEvents')
        .values({
          method,
          accountHash,
          userId,
          code: error.code,
          ip: inetOf(ctx.address),
          fingerprint,
          at: new Date(ctx.clock.now()),
        })
        .execute()
    }
    throw error
  }
}
