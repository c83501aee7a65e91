import type { ReactNode } from 'react'
import { useMorePages } from '#client/features/common/use-more-pages.ts'
import { Comment } from '#client/features/forum/comment-list.tsx'
import { Button } from '#client/ui/button.tsx'
import type { PostComment } from '#shared/contract/post.ts'

const pageSize = 20

/** Answers behind the first of a thread, twenty at a time. */
export function MoreAnswers({ thread, authorId }: { thread: PostComment; authorId: number }): ReactNode {
  const { id, children, answerCount } = thread
  const shown = { records: children, total: answerCount, size: pageSize, current: 1 }
  const { records, left, busy, more } = useMorePages(
    'GET /api/post/comment/answer-list',
    { rootId: id, pageSize },
    { ...shown, pages: Math.ceil(answerCount / pageSize) },
    (answer) => answer.id,
  )
  return (
    <>
      {records.slice(children.length).map((answer) => (
        <li key={answer.id}>
          <Comment comment={answer} authorId={authorId} />
        </li>
      ))}
      {left > 0 ? (
        <li>
          <Button tone="text" size="s" busy={busy} onClick={() => void more()}>
            {`还有 ${left} 条回复`}
          </Button>
        </li>
      ) : null}
    </>
  )
}
