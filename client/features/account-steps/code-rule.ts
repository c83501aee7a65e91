import { accountTexts } from '#shared/rules/account-rules.ts'
import { isSmsCode } from '#shared/rules/code-rules.ts'

/** What is wrong with a typed code, or nothing. */
export function codeFault(code: string): string | undefined {
  if (code === '') return accountTexts.codeRequired
  return isSmsCode(code) ? undefined : accountTexts.captchaFormat
}
