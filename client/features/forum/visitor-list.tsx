import type { ReactNode } from 'react'
import { forumUserHref } from '#client/features/forum/forum-address.ts'
import { Avatar } from '#client/features/session/avatar.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './visitor-list.module.css'

/** Who looked in last. */
export function VisitorList({ visitors }: { visitors: CallOutput<'GET /api/post/visit-list'> }): ReactNode {
  return (
    <ul className={css.visitors}>
      {visitors.slice(0, 8).map(({ userId, nickname, headImg }) => (
        <li key={userId}>
          <a href={forumUserHref(userId)}>
            <Avatar user={{ id: userId, nickname, headImg }} />
            <span className="s12 one">{nickname}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
