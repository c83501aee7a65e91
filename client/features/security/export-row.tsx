import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { exportPollMs, sizeText } from '#client/features/security/export-poll.ts'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { dataExportQuery } from '#client/features/security/security-queries.ts'
import { momentText } from '#shared/rules/number-text.ts'

const ExportDialog = lazyDialog(() => import('#client/features/security/export-dialog.tsx').then((m) => m.ExportDialog))

type Export = CallOutput<'GET /api/user/data-export'>

const making = 1
const ready = 2
const failed = 3

function stateOf(latest: Export): { value: string; note: string } {
  const what = '资料、地址、登录记录、协议记录和上传的文件，装在一个 ZIP 里'
  if (latest?.state === making) return { value: '正在整理……', note: '一般不到一分钟，离开这一页也会继续' }
  if (latest?.state === ready && latest.expireTime !== null) {
    const size = latest.sizeBytes === null ? '' : `（${sizeText(latest.sizeBytes)}）`
    return {
      value: `${momentText(latest.requestedTime)}的数据整理好了${size}`,
      note: `${momentText(latest.expireTime)}以前可以下载`,
    }
  }
  if (latest?.state === failed) return { value: '上一次没有整理好，请再试一次', note: what }
  return { value: '带走你在这里的全部个人数据', note: what }
}

/** The learner's data to take along: asked for with a code, made behind the scenes, fetched by a short-lived address. */
export function ExportRow(): ReactNode {
  const { api, env } = useApp()
  const queries = useQueryClient()
  const query = dataExportQuery(api)
  const asked = useRef(0)
  const [open, setOpen] = useState(false)
  const [fetching, setFetching] = useState(false)
  // In a hidden tab nothing is asked.
  const { data: latest } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== making) {
        asked.current = 0
        return false
      }
      asked.current += 1
      return exportPollMs(asked.current)
    },
  })
  const { value, note } = stateOf(latest)

  // The address is good for minutes only: a new one for each download.
  const download = async (): Promise<void> => {
    setFetching(true)
    try {
      const now = await queries.fetchQuery({ ...query, staleTime: 0 })
      if (now?.downloadUrl) location.assign(now.downloadUrl)
      else toast('文件已过期，请重新导出', 'warn')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message, 'bad')
    } finally {
      setFetching(false)
    }
  }

  return (
    <SecurityRow name="导出我的数据" value={<span role="status">{value}</span>} note={note}>
      {latest?.state === ready ? (
        <Button tone="primary" size="s" busy={fetching} onClick={() => void download()}>
          下载
        </Button>
      ) : null}
      <Button tone="secondary" size="s" disabled={latest?.state === making} onClick={() => setOpen(true)}>
        {latest?.state === ready ? '重新导出' : '导出'}
      </Button>
      {open ? <ExportDialog styles={env.css['export-dialog']} onClose={() => setOpen(false)} /> : null}
    </SecurityRow>
  )
}
