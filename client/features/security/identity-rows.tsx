import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { useVerified } from '#client/features/security/use-verified.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OauthProvider } from '#shared/contract/enums.ts'
import { fetchAuthorizeUrl } from '#client/features/login/login-queries.ts'
import { dayText } from '#shared/rules/number-text.ts'

const UnbindDialog = lazyDialog(() => import('#client/features/security/unbind-dialog.tsx').then((m) => m.UnbindDialog))

type Identity = CallOutput<'GET /api/user/info/security'>['identities'][number]

const names: Readonly<Record<OauthProvider, string>> = { [OauthProvider.WECHAT]: '微信', [OauthProvider.QQ]: 'QQ' }

/** Gone to by a load of its own: the provider's page takes over and comes back here. */
function BindButton({ provider }: { provider: OauthProvider }): ReactNode {
  const { api } = useApp()
  const [leaving, setLeaving] = useState(false)
  const { whenVerified, dialog } = useVerified()
  const leave = async (): Promise<void> => {
    setLeaving(true)
    try {
      const { authorizeUrl } = await fetchAuthorizeUrl(api, {
        loginType: provider,
        redirect: '/user/security',
      })
      location.assign(authorizeUrl)
    } catch (error) {
      setLeaving(false)
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message, 'bad')
    }
  }
  return (
    <>
      <Button
        tone="secondary"
        size="s"
        busy={leaving}
        aria-label={`绑定${names[provider]}`}
        onClick={() => whenVerified(() => void leave())}
      >
        绑定
      </Button>
      {dialog}
    </>
  )
}

function LinkedRow({ identity }: { identity: Identity }): ReactNode {
  const { env } = useApp()
  const [open, setOpen] = useState(false)
  const { whenVerified, dialog } = useVerified()
  const name = names[identity.provider]
  return (
    <SecurityRow
      name={name}
      value={identity.nickname ? `已绑定：${identity.nickname}` : '已绑定'}
      note={`绑定于 ${dayText(identity.linkedTime)}`}
    >
      <Button tone="quiet" size="s" aria-label={`解除绑定${name}`} onClick={() => whenVerified(() => setOpen(true))}>
        解除绑定
      </Button>
      {dialog}
      {open ? (
        <UnbindDialog
          styles={env.css['unbind-dialog']}
          provider={identity.provider}
          name={name}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </SecurityRow>
  )
}

/** WeChat and QQ, where the school has them or the learner had linked them before. */
export function IdentityRows(): ReactNode {
  const { oauthProviders } = useApp().common.config
  const { identities } = useSecurity().security
  return (Object.keys(names) as OauthProvider[]).map((provider) => {
    const identity = identities.find((one) => one.provider === provider)
    if (identity) return <LinkedRow key={provider} identity={identity} />
    if (!oauthProviders.includes(provider)) return null
    return (
      <SecurityRow key={provider} name={names[provider]} value="还没有绑定" note="绑定以后可以一键登录">
        <BindButton provider={provider} />
      </SecurityRow>
    )
  })
}
