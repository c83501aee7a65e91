import { ApiError, Code, codeMessages } from '#shared/contract/codes.ts'
import { accountTexts, isNickname, isPassword, isPhone, isSmsCode } from '#shared/rules/account-rules.ts'
import { isCommonPassword } from './common-passwords.ts'

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

/** Throws 5005 unless it may become a password. */
export function checkNewPassword(password: string): void {
  if (password === '') throw new ApiError(Code.SetPasswordError, accountTexts.passwordRequired)
  if (!isPassword(password)) throw new ApiError(Code.SetPasswordError, accountTexts.passwordLength)
  if (isCommonPassword(password)) throw new ApiError(Code.SetPasswordError, '密码太常见，请换一个')
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
