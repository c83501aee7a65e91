import { type ReactNode, useEffect, useState } from 'react'
import { StepFrame } from '#client/features/account-steps/step-frame.tsx'
import { BindPhoneForm } from '#client/features/oauth/bind-phone-form.tsx'
import { type BindTicket, keepBindTicket, readBindTicket, ticketOfAddress } from '#client/features/oauth/bind-ticket.ts'
import { providerNames, readProvider } from '#client/features/oauth/provider-names.ts'
import { initialOf } from '#client/features/session/avatar.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import css from './oauth-bind.module.css'

/** Who the provider says that the visitor is. */
function ProviderCard({ ticket: { loginType, nickname, headImg } }: { ticket: BindTicket }): ReactNode {
  const [failed, setFailed] = useState(false)
  const name = providerNames[loginType]
  return (
    <div className={css.card}>
      {headImg && !failed ? (
        <img src={headImg} alt="" width={48} height={48} referrerPolicy="no-referrer" onError={() => setFailed(true)} />
      ) : (
        <i className={css.letter} aria-hidden="true">
          {initialOf(nickname || name)}
        </i>
      )}
      <b>{nickname || `${name}用户`}</b>
      <span>来自{name === 'QQ' ? ' QQ' : name}</span>
    </div>
  )
}

/** The last step of a first sign-in by QQ or WeChat: a phone, with its account or a new one. */
export function OauthBind({ params, search }: PageProps): ReactNode {
  const loginType = readProvider(params.type)
  // The ticket lies in the browser: undefined until that can be looked into.
  const [ticket, setTicket] = useState<BindTicket | null>()
  useEffect(() => {
    const handedOver = loginType && ticketOfAddress(search, loginType)
    if (handedOver) keepBindTicket(handedOver)
    if (search) history.replaceState(history.state, '', location.pathname)
    setTicket((loginType && readBindTicket(loginType)) ?? null)
  }, [loginType, search])
  if (ticket === null) {
    return (
      <StepFrame title="还没有授权" lead="这一页接在 QQ 或微信授权之后。授权用过一次，或者换了浏览器，就要重新来一遍。">
        <ButtonLink tone="primary" size="l" full href="/auth/login">
          去登录
        </ButtonLink>
      </StepFrame>
    )
  }
  const name = loginType ? providerNames[loginType] : 'QQ 或微信'
  return (
    <StepFrame
      title="绑定手机号"
      lead={`绑定以后，用${name === '微信' ? name : ` ${name} `}一键登录。已有账号的手机号会直接连上，课程和作业都在。`}
      foot={
        <>
          <span>授权 10 分钟内有效。</span>
          <a className="link" href="/auth/login">
            换个方式登录
          </a>
        </>
      }
    >
      {ticket ? (
        <>
          <ProviderCard ticket={ticket} />
          <BindPhoneForm ticket={ticket} />
        </>
      ) : (
        <Skeleton kind="lines" />
      )}
    </StepFrame>
  )
}
