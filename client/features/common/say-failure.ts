import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** Says that something wasn't done. A refusal has been said for the whole page by then, with its reason: only what says nothing itself is said here. */
export function sayFailure(error: unknown, words: string): void {
  if (!(error instanceof ApiError) || error.code === Code.Fail) toast(words, 'bad')
}
