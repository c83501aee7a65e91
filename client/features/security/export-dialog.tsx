import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { RecheckForm } from '#client/features/security/recheck-form.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { askDataExport, dataExportQuery } from '#client/features/security/security-queries.ts'
import { Dialog } from '#client/ui/dialog.tsx'

/** Begins an export. */
export function ExportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const { security } = useSecurity()
  const start = async (captchaCode: string): Promise<void> => {
    const begun = await askDataExport(api, { captchaCode })
    queries.setQueryData(dataExportQuery(api).queryKey, begun)
    onClose()
  }
  return (
    <Dialog
      title="导出我的数据"
      note="里面有你的全部个人信息，先确认是你本人。整理好以后可以下载 7 天。"
      onClose={onClose}
    >
      <RecheckForm purpose="export" phone={security.phone ?? ''} submit="开始导出" onSubmit={start} />
    </Dialog>
  )
}
