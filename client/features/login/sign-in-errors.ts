import { Code } from '#shared/contract/codes.ts'

/**
 * Fields at which the codes of signing up and in are shown (spec §8); any other is a toast. An account that is disabled
 * or gone (-6, -7) is told of in one place for all calls.
 */
export const phoneCodes = {
  [Code.PhoneError]: 'phone',
  [Code.UserError]: 'phone',
  [Code.UserDeleted]: 'phone',
} as const
export const codeCodes = { [Code.CodeError]: 'code', [Code.CaptchaError]: 'code' } as const
