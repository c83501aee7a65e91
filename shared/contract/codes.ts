/** The response-code catalogue (spec §8): every `code` an envelope can carry, in one place. */
export const Code = {
  Success: 1,
  Fail: 0,
  NotFound: 404,
  Gone: 410,
  OrderMismatch: 405,
  LogoutCode: 401,
  Toast: 4004,
  CaptchaError: 4002,
  LoginTimeout: -3,
  LoggedInElsewhere: -5,
  AccountDisabled: -6,
  AccountLoggedOut: -7,
  PhoneError: 5001,
  PasswordError: 5002,
  CodeError: 5003,
  PhoneExists: 5004,
  SetPasswordError: 5005,
  InvitationError: 5006,
  NameError: 5007,
  UserError: 5008,
  UserDeleted: 5009,
  ResetStep: 3001,
} as const

export type Code = (typeof Code)[keyof typeof Code]

/** Texts used when the server gives none of its own. */
export const codeMessages: Readonly<Record<Code, string>> = {
  [Code.Success]: 'success',
  [Code.Fail]: '服务器错误',
  [Code.NotFound]: '内容不存在',
  [Code.Gone]: '内容已下架',
  [Code.OrderMismatch]: '当前用户与订单不匹配',
  [Code.LogoutCode]: '请先登录',
  [Code.Toast]: '操作失败，请稍后再试',
  [Code.CaptchaError]: '验证码格式错误',
  [Code.LoginTimeout]: '登录已过期，请重新登录',
  [Code.LoggedInElsewhere]: '您的账号已在别处登录',
  [Code.AccountDisabled]: '您的账号已被停用',
  [Code.AccountLoggedOut]: '您的账号已注销',
  [Code.PhoneError]: '账号格式错误',
  [Code.PasswordError]: '密码格式错误',
  [Code.CodeError]: '验证码错误',
  [Code.PhoneExists]: '该手机号已注册',
  [Code.SetPasswordError]: '密码设置失败',
  [Code.InvitationError]: '邀请码错误',
  [Code.NameError]: '昵称格式错误',
  [Code.UserError]: '账号不存在',
  [Code.UserDeleted]: '账号已注销',
  [Code.ResetStep]: '操作已过期，请重新验证手机号',
}

/** Codes that end a session: the page goes to the login page with code and redirect (spec §4, start-up). */
export const sessionEndCodes: readonly number[] = [Code.LoggedInElsewhere, Code.AccountDisabled, Code.AccountLoggedOut]

/** The answer of every call: `Time` is the server's clock in epoch milliseconds (spec §7). */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  body: T
  Time: number
}

/**
 * The one expected error. `code` is of the catalogue; `status` is the HTTP status when it isn't 200
 * (catalogue codes ride on 200; 400, 404 of an unknown path, 405, 413, 429, 502 are transport errors with code 0 or 4004).
 */
export class ApiError extends Error {
  readonly code: number
  readonly status: number
  /** Extra answer headers, `Retry-After` and `Allow` for example. */
  readonly headers: Readonly<Record<string, string>>
  constructor(code: number, message?: string, status = 200, headers: Record<string, string> = {}) {
    super(message ?? codeMessages[code as Code] ?? codeMessages[Code.Fail])
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** A body, a timeout or a refusal that is no envelope counts as a network error: code 0, 'server error' (spec §8). */
export function networkError(): ApiError {
  return new ApiError(Code.Fail, codeMessages[Code.Fail], 502)
}
