/** What a learner may type when signing up and in: the same rules in the browser and on the server (spec §5). */

/** 7 to 11 digits; with dial code 86 eleven digits that begin with 1. */
export function isPhone(nationCode: number, phone: string): boolean {
  return nationCode === 86 ? /^1[0-9]{10}$/.test(phone) : /^[0-9]{7,11}$/.test(phone)
}

/** 6 to 12 characters that can be seen, spaces among them; nothing is trimmed. */
export function isPassword(password: string): boolean {
  return [...password].length >= 6 && [...password].length <= 12 && !/\p{C}/u.test(password)
}

/** 1 to 16 characters, and something to see. */
export function isNickname(nickname: string): boolean {
  const length = [...nickname.trim()].length
  return length >= 1 && length <= nicknameMax && !/\p{C}/u.test(nickname)
}

export const nicknameMax = 16

/** Messages at the fields, in the spec's own words where it gives them. */
export const accountTexts = {
  accountRequired: '账号必填',
  accountFormat: '账号格式错误',
  passwordRequired: '密码必填',
  passwordFormat: '密码格式错误',
  passwordLength: '密码必须在6-12位',
  codeRequired: '验证码必填',
  captchaFormat: '验证码格式错误',
  nicknameFormat: '昵称格式错误',
  agreementRequired: '请先阅读并同意用户协议和隐私政策',
} as const

/** The name that stands when no other was given: 同学 and the phone's last four digits. */
export function defaultNickname(phone: string): string {
  return `同学${phone.slice(-4)}`
}

/** '138****8888'; short numbers keep two digits at each end. */
export function maskPhone(phone: string): string {
  return phone.length >= 8 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `${phone.slice(0, 2)}***${phone.slice(-2)}`
}
