import { navigate } from '#client/browser/navigation.ts'
import { finishLogin, leaveFor } from '#client/features/login/after-login.ts'
import { toast, toastAfterLoad } from '#client/ui/toast-store.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code, sessionEndCodes } from '#shared/contract/codes.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { keepBindTicket } from './bind-ticket.ts'
import { bindToSession, fetchOauthCheck } from '#client/features/oauth/oauth-queries.ts'
import { readProvider } from './provider-names.ts'

/** What a provider's redirect brings along. */
export interface ProviderReturn {
  loginType: OauthProvider | undefined
  /** Absent when the visitor refused. */
  code: string | undefined
  /** Absent when the page was opened without a provider. */
  state: string | undefined
}

export function readReturn(search: string): ProviderReturn {
  const query = new URLSearchParams(search)
  return {
    loginType: readProvider(query.get('loginType')),
    code: query.get('code') || undefined,
    state: query.get('state') || undefined,
  }
}

const securityPath = '/user/security'
const loginPath = '/auth/login'

async function exchange(api: Api, { loginType, code, state }: ProviderReturn, isLearner: boolean): Promise<void> {
  const input = { ...(loginType ? { loginType } : {}), ...(code ? { code } : {}), ...(state ? { state } : {}) }
  if (isLearner) {
    await bindToSession(api, input)
    toastAfterLoad('绑定成功')
    return leaveFor(securityPath)
  }
  const checked = await fetchOauthCheck(api, input)
  if (checked.login || checked.bindTicket === null)
    return finishLogin(checked, { redirect: checked.redirect ?? undefined })
  keepBindTicket({
    ticket: checked.bindTicket,
    loginType: checked.loginType,
    nickname: checked.nickname,
    headImg: checked.headImg,
    redirect: checked.redirect,
  })
  navigate(`/user/oauth/${checked.loginType}`, { replace: true })
}

/**
 * Goes on from the provider: a visitor is logged in or binds a phone, a learner has one more way in. Whatever fails is said,
 * and the page where it began comes back.
 */
export async function goOnFromProvider(api: Api, brought: ProviderReturn, isLearner: boolean): Promise<void> {
  const back = (): void => navigate(isLearner ? securityPath : loginPath, { replace: true })
  if (!brought.code) {
    if (brought.state) toast(isLearner ? '已取消绑定' : '已取消登录', 'warn')
    return back()
  }
  try {
    await exchange(api, brought, isLearner)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Whoever isn't logged in any more, or may not be, is told so and led on in one place.
    if (isLearner && sessionEndCodes.includes(error.code)) return
    if (isLearner && error.code === Code.LoginTimeout)
      return navigate(`${loginPath}?${new URLSearchParams({ redirect: securityPath })}`, { replace: true })
    if (error.code !== Code.Toast && !sessionEndCodes.includes(error.code)) toast(error.message, 'bad')
    back()
  }
}
