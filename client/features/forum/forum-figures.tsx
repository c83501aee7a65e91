import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { authorFiguresQuery } from '#client/features/forum/forum-queries.ts'
import { Avatar } from '#client/features/session/avatar.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './forum-figures.module.css'

export interface Figures {
  todayCount: number
  yesterdayCount: number
  allCount: number
}

/** 今日, 昨日, 全部: how many posts. */
export function ForumFigures({ figures }: { figures: Figures }): ReactNode {
  const items = [
    ['今日', figures.todayCount],
    ['昨日', figures.yesterdayCount],
    ['全部', figures.allCount],
  ] as const
  return (
    <dl className={css.figures}>
      {items.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{countText(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the learner has written so far; nothing for a visitor. It stands at the end of its column, so that nothing moves. */
export function MySummary(): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  const query = useQuery({
    ...authorFiguresQuery(api, { userId: user?.id ?? 0 }),
    enabled: typeof document !== 'undefined' && user !== undefined,
  })
  if (!user || !query.data) return null
  const { allCount, commentCount } = query.data
  return (
    <section className={css.mine} aria-label="我在社区">
      <Avatar user={user} />
      <p className="grow">
        <a className={css.name} href="/bbs/user">
          {user.nickname}
        </a>
        <span className="s13 muted">
          {countText(allCount)} 帖，{countText(commentCount)} 条回复
        </span>
      </p>
    </section>
  )
}
