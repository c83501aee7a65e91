import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { placeWithoutAction } from '#client/features/login/after-login.ts'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OauthProvider } from '#shared/contract/enums.ts'
import { fetchAuthorizeUrl } from '#client/features/login/login-queries.ts'
import css from './login-panel.module.css'

const names: Readonly<Record<OauthProvider, string>> = {
  [OauthProvider.WECHAT]: '微信登录',
  [OauthProvider.QQ]: 'QQ 登录',
}

/** Signing in by way of a provider: its page takes over, and brings the visitor back to where they were. */
export function OauthLinks({ redirect }: { redirect: string | undefined }): ReactNode {
  const { api, common } = useApp()
  const [leaving, setLeaving] = useState(false)
  const { oauthProviders } = common.config
  const go = async (loginType: OauthProvider): Promise<void> => {
    setLeaving(true)
    try {
      const back = redirect ?? placeWithoutAction(location)
      const { authorizeUrl } = await fetchAuthorizeUrl(api, { loginType, redirect: back })
      location.assign(authorizeUrl)
    } catch (error) {
      setLeaving(false)
      if (error instanceof ApiError && error.code !== Code.Toast) toast(error.message, 'bad')
    }
  }
  return (Object.keys(names) as OauthProvider[])
    .filter((provider) => oauthProviders.includes(provider))
    .map((provider) => (
      <button key={provider} type="button" className={css.other} disabled={leaving} onClick={() => void go(provider)}>
        {names[provider]}
      </button>
    ))
}
