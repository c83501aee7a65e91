import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { providerNames } from '#client/features/oauth/provider-names.ts'
import { goOnFromProvider, readReturn } from '#client/features/oauth/provider-return.ts'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import css from './oauth-return.module.css'

/** What has been handed in already: a second look at the same address must not use it up again. */
let handedIn: string | undefined
const nothingBrought = { loginType: undefined, code: undefined, state: undefined }

/** Where a provider sends the visitor back to: they wait a moment and are led on. */
export function OauthReturn({ search }: PageProps): ReactNode {
  const { api } = useApp()
  const { settled, user } = useSession()
  const [brought] = useState(() => readReturn(search))
  const begun = useRef(false)
  useEffect(() => {
    // Out of the address at once, and out of the history.
    history.replaceState(history.state, '', location.pathname)
  }, [])
  const isLearner = user !== undefined
  useEffect(() => {
    if (!settled || begun.current) return
    begun.current = true
    const isUsed = brought.state !== undefined && brought.state === handedIn
    handedIn = brought.state
    void goOnFromProvider(api, isUsed ? nothingBrought : brought, isLearner)
  }, [api, brought, settled, isLearner])
  const name = brought.loginType ? providerNames[brought.loginType] : ''
  return (
    <div className={`wrap ${css.page}`}>
      <i className={css.dots} aria-hidden="true" />
      <h1>{isLearner ? '正在绑定…' : '正在登录…'}</h1>
      <p className="muted">
        {name ? `正在向${name === 'QQ' ? ' QQ ' : name}确认你的身份，马上就好。` : '正在确认你的身份，马上就好。'}
      </p>
      <noscript>
        <p>登录需要浏览器开启 JavaScript，开启后请重新登录。</p>
      </noscript>
    </div>
  )
}
