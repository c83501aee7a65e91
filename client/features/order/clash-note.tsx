import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { whenText } from '#client/features/common/step-text.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { classClashesQuery } from '#client/features/order/sign-up-queries.ts'
import css from './clash-note.module.css'

/** Says that a class meets while the learner has another one; nothing while it isn't known, and for visitors. */
export function ClashNote({ scheduleId }: { scheduleId: number }): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  const now = useNow()
  const { data } = useQuery({
    ...classClashesQuery(api, { scheduleId }),
    enabled: user !== undefined,
    retry: false,
  })
  const first = data?.records[0]
  if (!data || !first) return null
  return (
    <p className={css.note} role="status">
      和你的课撞时间：{whenText(first.begDate, now)} 是《{first.own.courseName}》的“{first.own.title}”
      {data.total > 1 ? `，一共撞 ${data.total} 次` : ''}。可以照样报，缺的那节看回放。
    </p>
  )
}
