import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { RecheckForm } from '#client/features/security/recheck-form.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { endAccount } from '#client/features/security/security-queries.ts'
import css from './security-dialog.module.css'

/** What an end of the account means, and the request for it. */
export function DeregisterDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { api } = useApp()
  const { security, refresh } = useSecurity()
  const ask = async (captchaCode: string, reason: string): Promise<void> => {
    const { dueTime } = await endAccount(api, { captchaCode, ...(reason ? { reason } : {}) })
    toast(`已申请，账号将在 ${momentText(dueTime)}注销`)
    await refresh()
    onClose()
  }
  return (
    <Dialog title="注销账号" note="申请以后过 7 天注销，这 7 天里照常使用，也可以随时撤销。" onClose={onClose}>
      <ul className={css.list}>
        <li>昵称、头像、资料、地址、上传的文件，以及绑定的微信和 QQ 都会删除，不能恢复</li>
        <li>课程、作业和学习记录不能再看，没用完的权益一并失效</li>
        <li>法律要求保留的交易记录会留下，但不再能认出是你</li>
        <li>这个手机号可以重新注册，新账号和现在的没有关系</li>
      </ul>
      <RecheckForm purpose="deregister" phone={security.phone ?? ''} submit="申请注销" withReason onSubmit={ask} />
    </Dialog>
  )
}
