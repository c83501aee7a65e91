import type { ReactNode } from 'react'
import { useCall } from '#client/features/common/use-call.ts'
import { postCrumbs } from '#client/pages/forum/forum-post-head.ts'
import { ForumPostView } from '#client/pages/forum/forum-post-view.tsx'
import { readSecret } from '#client/pages/forum/secret-post.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'

/** A post that was opened by its secret address. */
export function ForumSecretPost({ search }: PageProps): ReactNode {
  const { encrypt, choice, path, input } = readSecret(new URLSearchParams(search))
  const post = useCall('GET /api/post/detail', { encrypt })
  const comments = useCall('GET /api/post/comment/comment-list', input)
  return (
    <div className="wrap">
      <Breadcrumb items={postCrumbs(post)} />
      <ForumPostView post={post} comments={comments} path={path} choice={choice} />
    </div>
  )
}
