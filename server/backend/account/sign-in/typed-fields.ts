import type { CallContext } from '#server/backend/context/backend-context.ts'
import { ApiError, Code, codeMessages } from '#shared/contract/codes.ts'
import { accountTexts, isNickname, isPassword, isPhone } from '#shared/rules/account-rules.ts'
import { isSmsCode } from '#shared/rules/code-rules.ts'
import { isCommonPassword, type KnownOfAccount } from './common-passwords.ts'

/** Throws 5001 unless the number may be a phone of that dial code. */
export function checkPhone(nationCode: number, phone: string): void {
  if (phone === '') throw new ApiError(Code.PhoneError, accountTexts.accountRequired)
  if (!isPhone(nationCode, phone)) throw new ApiError(Code.PhoneError, accountTexts.accountFormat)
}

/** Throws 5003 unless it may be a code: such a try is none, and isn't counted. */
export function checkCodeForm(code: string): void {
  if (code === '') throw new ApiError(Code.CodeError, accountTexts.codeRequired)
  if (!isSmsCode(code)) throw new ApiError(Code.CodeError, codeMessages[Code.CodeError])
}

/** The school's own words, which anybody tries here first. */
export function schoolWords({ config }: Pick<CallContext, 'config'>): string[] {
  const labels = new URL(config.origin).hostname.split('.').filter((label) => label.length >= 4 && !/^\d+$/.test(label))
  return [config.brand.name, 'xueyuan', config.brand.servicePhone.replace(/\D/g, ''), ...labels]
}

/** Throws 5005 unless it may become the password of an account of which so much is known. */
export function checkNewPassword(password: string, known: KnownOfAccount): void {
  if (password === '') throw new ApiError(Code.SetPasswordError, accountTexts.passwordRequired)
  if (!isPassword(password)) throw new ApiError(Code.SetPasswordError, accountTexts.passwordLength)
  if (isCommonPassword(password, known)) throw new ApiError(Code.SetPasswordError, '密码太常见，请换一个')
}

/** The nickname without space round it, or undefined when none was given; throws 5007. */
export function readNickname(nickname: string | undefined): string | undefined {
  const trimmed = nickname?.trim() ?? ''
  if (trimmed === '') return undefined
  if (!isNickname(trimmed)) throw new ApiError(Code.NameError, accountTexts.nicknameFormat)
  return trimmed
}

/** The QQ number without space round it, or undefined when none was given; throws 4004. */
export function readQqNum(qqNum: string | undefined): string | undefined {
  const trimmed = qqNum?.trim() ?? ''
  if (trimmed === '') return undefined
  if (!/^[1-9][0-9]{4,11}$/.test(trimmed)) throw new ApiError(Code.Toast, 'QQ 号格式错误')
  return trimmed
}
