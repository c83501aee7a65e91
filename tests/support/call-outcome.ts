import { ApiError } from '#shared/contract/codes.ts'

/**
 * What a call comes to: its body, or the code with which the rules refused it. A fault of the server, a limit or a call that got no time is neither:
 * it is thrown with its words.
 */
export async function outcomeOf<T>(call: Promise<T>): Promise<T | number> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 200) return error.code
    throw new Error(`A call ended with ${error.status}, code ${error.code}: ${error.message}`, { cause: error })
  }
}
