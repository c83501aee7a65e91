import type { ReactNode } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { postHref } from '#client/features/forum/forum-address.ts'
import { AsideBlock, ForumColumns } from '#client/features/forum/forum-columns.tsx'
import { commentsQuery, postQuery, relatedPostsQuery, visitorsQuery } from '#client/features/forum/forum-queries.ts'
import { PostTitles } from '#client/features/forum/post-list.tsx'
import { useView } from '#client/features/forum/use-view.ts'
import { VisitorList } from '#client/features/forum/visitor-list.tsx'
import { commentsInput, type PostChoice } from '#client/pages/forum/forum-post-choice.ts'
import { postCrumbs } from '#client/pages/forum/forum-post-head.ts'
import { ForumPostView } from '#client/pages/forum/forum-post-view.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'

function Related({ id }: { id: number }): ReactNode {
  const posts = useRead(relatedPostsQuery, id)
  if (posts.length === 0) return null
  return (
    <AsideBlock title="同一版块">
      <PostTitles posts={posts} />
    </AsideBlock>
  )
}

function Visitors({ id }: { id: number }): ReactNode {
  const visitors = useRead(visitorsQuery, { postId: id })
  if (visitors.length === 0) return null
  return (
    <AsideBlock title="最近来访">
      <VisitorList visitors={visitors} />
    </AsideBlock>
  )
}

/** A post with its comments. */
export function ForumPost({ choice }: PageProps<PostChoice>): ReactNode {
  const { id } = choice
  const post = useRead(postQuery, { id })
  const comments = useRead(commentsQuery, commentsInput(id, choice))
  useView({ id })
  return (
    <div className="wrap">
      <Breadcrumb items={postCrumbs(post)} />
      <ForumColumns
        aside={
          <>
            <Section>
              <Related id={id} />
            </Section>
            <Section>
              <Visitors id={id} />
            </Section>
          </>
        }
      >
        <ForumPostView post={post} comments={comments} path={postHref(id)} choice={choice} />
      </ForumColumns>
    </div>
  )
}
