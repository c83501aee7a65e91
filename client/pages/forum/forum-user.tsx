import type { ReactNode } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { forumUserHref } from '#client/features/forum/forum-address.ts'
import { AsideBlock, ForumColumns } from '#client/features/forum/forum-columns.tsx'
import { authorFiguresQuery, authorQuery, visitorsQuery } from '#client/features/forum/forum-queries.ts'
import { useView } from '#client/features/forum/use-view.ts'
import { UserPart, UserTop } from '#client/features/forum/user-part.tsx'
import { VisitorList } from '#client/features/forum/visitor-list.tsx'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import { type AuthorChoice, userListInput, userPageHref } from '#client/pages/forum/forum-user-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'

function Visitors({ id }: { id: number }): ReactNode {
  const visitors = useRead(visitorsQuery, { userId: id })
  if (visitors.length === 0) return <p className="muted">还没有人来过。</p>
  return <VisitorList visitors={visitors} />
}

/** Somebody's page in the forum: who they are, what they wrote and answered. */
export function ForumUser({ choice }: PageProps<AuthorChoice>): ReactNode {
  const { id } = choice
  const path = forumUserHref(id)
  const user = useRead(authorQuery, id)
  const summary = useRead(authorFiguresQuery, { userId: id })
  useView({ userId: id })
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: user.nickname }]} />
      <UserTop user={user} introduction={user.introduction} summary={summary} />
      <ForumColumns
        aside={
          <AsideBlock title="最近来访">
            <Section>
              <Visitors id={id} />
            </Section>
          </AsideBlock>
        }
      >
        <UserPart
          choice={choice}
          input={userListInput(id, choice)}
          href={(change) => userPageHref(path, { ...choice, page: 1, ...change })}
        />
      </ForumColumns>
    </div>
  )
}
