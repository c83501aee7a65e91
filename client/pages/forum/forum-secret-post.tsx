import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { commentsQuery, postQuery } from '#client/features/forum/forum-queries.ts'
import { postCrumbs } from '#client/pages/forum/forum-post-head.ts'
import { ForumPostView } from '#client/pages/forum/forum-post-view.tsx'
import type { SecretPost } from '#client/pages/forum/secret-post.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'

/** A post that was opened by its secret address. */
export function ForumSecretPost({
  choice: { encrypt, comments: choice, path, input },
}: PageProps<SecretPost>): ReactNode {
  const post = useRead(postQuery, { encrypt })
  const comments = useRead(commentsQuery, input)
  return (
    <div className="wrap">
      <Breadcrumb items={postCrumbs(post)} />
      <ForumPostView post={post} comments={comments} path={path} choice={choice} />
    </div>
  )
}
