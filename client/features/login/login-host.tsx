import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { askLogin, closeLogin, currentLogin, dropLogin, subscribeLogin } from '#client/features/login/login-store.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { AskLogin } from '#shared/rules/page-guards.ts'

const LoginDialog = lazyDialog(() => import('#client/features/login/login-dialog.tsx').then((m) => m.LoginDialog))

/** Where the login dialog appears: when a page asks for it, or anything else by `askLogin`. Another page takes it away. */
export function LoginHost({ place, wanted }: { place: string; wanted: AskLogin | undefined }): ReactNode {
  const { env } = useApp()
  const request = useSyncExternalStore(subscribeLogin, currentLogin, () => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    dropLogin()
    if (wanted) askLogin(wanted)
  }, [place])
  if (!request) return null
  const handleClose = (): void => {
    const url = new URL(location.href)
    if (!request.closable) {
      // Only its code can be missing: the page of its own has another way to it.
      location.assign(`/auth/login?${new URLSearchParams({ redirect: url.pathname + url.search })}`)
      return
    }
    closeLogin()
    if (url.searchParams.get('action') !== 'login') return
    url.searchParams.delete('action')
    navigate(url.pathname + url.search + url.hash, { replace: true })
  }
  return <LoginDialog styles={env.css['login-dialog']} request={request} onClose={handleClose} />
}
