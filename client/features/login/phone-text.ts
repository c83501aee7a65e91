import { accountTexts, isPhone } from '#shared/rules/account-rules.ts'

/** The digits of a number as typed or pasted; a Chinese number may come with its dial code and spaces. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return /^\s*(\+|00)\s*86/.test(typed) ? digits.replace(/^(00)?86/, '') : digits
}

/** The code in what was typed or pasted: the whole message of the SMS may come along. */
export function codeDigits(typed: string): string {
  return /(?<!\d)\d{6}(?!\d)/.exec(typed)?.[0] ?? typed.replace(/\D/g, '').slice(0, 6)
}

/** What is wrong with a number, or nothing. */
export function phoneFault(phone: string, nationCode: string): string | undefined {
  if (phone === '') return accountTexts.accountRequired
  return isPhone(Number(nationCode), phone) ? undefined : accountTexts.accountFormat
}
