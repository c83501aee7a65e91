import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { ownBanQuery } from '#client/features/forum/process-queries.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

const BanNotice = lazyPart(() => import('#client/features/forum/ban-notice.tsx').then((m) => m.BanNotice))

/** What one writes with; for who may not speak now, why in its place. When the ban runs out, it is there again. */
export function UnlessBanned({ children }: { children: ReactNode }): ReactNode {
  const { api, env } = useApp()
  const { data, isPending, refetch } = useQuery({
    ...ownBanQuery(api),
    enabled: typeof document !== 'undefined',
    staleTime: 0,
  })
  const untilTime = data?.untilTime ?? null
  useEffect(() => {
    const wait = untilTime === null ? dayMs : toBrowserTime(untilTime) - Date.now()
    // who leaves a page open for longer than a day loads it anew some time
    if (wait >= dayMs) return
    const timer = window.setTimeout(() => void refetch(), Math.max(1000, wait))
    return () => window.clearTimeout(timer)
  }, [untilTime, refetch])
  if (isPending) return <Skeleton kind="lines" count={3} />
  // can't it be asked, the server says it when something is sent
  if (!data) return children
  return (
    <BanNotice
      styles={env.css['ban-notice']}
      ban={data}
      onClose={() => toast('禁言的说明没有加载出来，请刷新', 'bad')}
    />
  )
}
