import type { ReactNode } from 'react'
import { useCall, useRead } from '#client/features/common/use-call.ts'
import { authorFiguresQuery } from '#client/features/forum/forum-queries.ts'
import { UserPart, UserTop } from '#client/features/forum/user-part.tsx'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import { recordHref } from '#client/pages/forum/forum-record-choice.ts'
import { type UserChoice, userListInput, userPageHref } from '#client/pages/forum/forum-user-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import css from './forum-own.module.css'

/** The learner's own page in the forum. */
export function ForumOwn({ choice }: PageProps<UserChoice>): ReactNode {
  const user = useCall('GET /api/user/info', {})
  const profile = useCall('GET /api/user/info/profile', {})
  const summary = useRead(authorFiguresQuery, {})
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: '我的社区' }]} />
      <UserTop user={user} introduction={profile.introduction ?? null} summary={summary} />
      <p className={css.record}>
        <a href={recordHref({ tab: 'decision' })}>我的处理记录</a>
        <a href={recordHref({ tab: 'report' })}>我的举报</a>
      </p>
      <UserPart
        choice={choice}
        input={userListInput(undefined, choice)}
        href={(change) => userPageHref('/bbs/user', { ...choice, page: 1, ...change })}
        own
      />
    </div>
  )
}
