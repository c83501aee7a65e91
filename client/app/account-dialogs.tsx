import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import {
  hideAbnormal,
  isAbnormalShown,
  showAbnormal,
  subscribeAbnormal,
} from '#client/features/session/abnormal-store.ts'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Code } from '#shared/contract/codes.ts'

const AbnormalDialog = lazyDialog(() => import('#client/app/abnormal-dialog.tsx').then((m) => m.AbnormalDialog))
const RegisteredDialog = lazyDialog(() => import('#client/app/registered-dialog.tsx').then((m) => m.RegisteredDialog))

const abnormalCodes: readonly string[] = [String(Code.AccountDisabled), String(Code.AccountLoggedOut)]

/** The address without the flag of a new account. */
function withoutFlag({ pathname, search }: Pick<PageView, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('isRegistered')
  const rest = query.toString()
  return pathname + (rest ? `?${rest}` : '')
}

/** Windows about the account itself: that it may not be used, and that it is new. */
export function AccountDialogs({ view }: { view: PageView }): ReactNode {
  const { env } = useApp()
  const { user } = useSession()
  const abnormal = useSyncExternalStore(subscribeAbnormal, isAbnormalShown, () => false)
  const [isNew, setIsNew] = useState(false)
  const { pathname, search } = view
  const flagged = user !== undefined && new URLSearchParams(search).get('isRegistered') === '1'
  useEffect(() => {
    if (pathname === '/auth/login' && abnormalCodes.includes(new URLSearchParams(search).get('code') ?? ''))
      showAbnormal()
  }, [pathname, search])
  // After hydration: dialogs are the browser's business.
  useEffect(() => setIsNew(flagged), [flagged])
  if (abnormal) return <AbnormalDialog styles={env.css['abnormal-dialog']} onClose={hideAbnormal} />
  return isNew ? (
    <RegisteredDialog
      styles={env.css['registered-dialog']}
      onClose={() => navigate(withoutFlag(view), { replace: true })}
    />
  ) : null
}
