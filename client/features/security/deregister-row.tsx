import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { keepAccount } from '#client/features/security/security-queries.ts'
import { momentText } from '#shared/rules/number-text.ts'

const DeregisterDialog = lazyDialog(() =>
  import('#client/features/security/deregister-dialog.tsx').then((m) => m.DeregisterDialog),
)

/** The account ends on a day; until then that can be taken back. */
function OpenRow({ dueTime }: { dueTime: number }): ReactNode {
  const { api } = useApp()
  const { refresh } = useSecurity()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      await keepAccount(api)
      toast('已撤销注销，账号照常使用')
      await refresh()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <SecurityRow name="注销账号" value={`账号将在 ${momentText(dueTime)}注销`} note="在这之前照常使用，也可以随时撤销">
      <Button tone="primary" size="s" busy={busy} onClick={() => void handleClick()}>
        撤销注销
      </Button>
    </SecurityRow>
  )
}

/** The end of the account: what stands in its way, or the request to end it. */
export function DeregisterRow(): ReactNode {
  const { env } = useApp()
  const { deregistration, deregisterObstacles } = useSecurity().security
  const [open, setOpen] = useState(false)
  if (deregistration) return <OpenRow dueTime={deregistration.dueTime} />
  if (deregisterObstacles.length > 0)
    return <SecurityRow name="注销账号" value="暂时不能注销" note={deregisterObstacles.join('；')} />
  return (
    <SecurityRow name="注销账号" value="永久删除账号和里面的个人信息" note="申请以后有 7 天可以反悔">
      <Button tone="quiet" size="s" onClick={() => setOpen(true)}>
        注销账号
      </Button>
      {open ? <DeregisterDialog styles={env.css['deregister-dialog']} onClose={() => setOpen(false)} /> : null}
    </SecurityRow>
  )
}
