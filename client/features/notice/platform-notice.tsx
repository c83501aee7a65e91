import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { visitorId } from '#client/browser/cookies.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { closeNotice, isNoticeClosed } from '#client/features/notice/notice-store.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { platformNoticesQuery, sendNoticeLog } from '#client/features/notice/notice-queries.ts'
import type { Api } from '#shared/contract/calls.ts'

const NoticeDialog = lazyDialog(() => import('#client/features/notice/notice-dialog.tsx').then((m) => m.NoticeDialog))

function logNotice(api: Api, noticeId: number, action: 'show' | 'click' | 'close'): void {
  sendNoticeLog(api, { noticeId, action, fingerprint: visitorId() }).catch(() => undefined)
}

/** The school's notice for the home or the college page: asked for after hydration, not shown again once closed. */
export function PlatformNotice({ position }: { position: 'home' | 'college' }): ReactNode {
  const { api, env } = useApp()
  const [asked, setAsked] = useState(false)
  const [gone, setGone] = useState(false)
  useEffect(() => setAsked(true), [])
  const { data: notice } = useQuery({
    ...platformNoticesQuery(api, {
      position,
      fingerprint: asked ? visitorId() : undefined,
    }),
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const noticeId = notice?.id
  const shows = noticeId !== undefined && !gone && !isNoticeClosed(noticeId)
  useEffect(() => {
    if (shows) logNotice(api, noticeId, 'show')
  }, [api, shows, noticeId])
  if (!notice || !shows) return null
  const finish = (action: 'click' | 'close'): void => {
    logNotice(api, notice.id, action)
    closeNotice(notice.id)
    setGone(true)
  }
  return (
    <NoticeDialog
      styles={env.css['notice-dialog']}
      notice={notice}
      onOpenTarget={() => finish('click')}
      onClose={() => finish('close')}
    />
  )
}
