import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Comment } from '#client/features/forum/comment-list.tsx'
import { Button } from '#client/ui/button.tsx'
import type { PostComment } from '#shared/contract/post.ts'

/** Answers behind the first of a thread, twenty at a time. */
export function MoreAnswers({ thread, authorId }: { thread: PostComment; authorId: number }): ReactNode {
  const { api } = useApp()
  const [wanted, setWanted] = useState(false)
  const rest = thread.answerCount - thread.children.length
  const query = useInfiniteQuery({
    queryKey: ['GET /api/post/comment/answer-list', thread.id],
    queryFn: ({ pageParam }) =>
      api.call('GET /api/post/comment/answer-list', { rootId: thread.id, pageNum: pageParam, pageSize: 20 }),
    initialPageParam: 2,
    getNextPageParam: (last) => (last.current < last.pages ? last.current + 1 : undefined),
    enabled: wanted,
  })
  const answers = query.data?.pages.flatMap(({ records }) => records) ?? []
  const left = rest - answers.length
  return (
    <>
      {answers.map((answer) => (
        <li key={answer.id}>
          <Comment comment={answer} authorId={authorId} />
        </li>
      ))}
      {left > 0 ? (
        <li>
          <Button
            tone="text"
            size="s"
            busy={query.isFetching}
            onClick={() => (wanted ? void query.fetchNextPage() : setWanted(true))}
          >
            {query.isError ? '没有取到，再试一次' : `还有 ${left} 条回复`}
          </Button>
        </li>
      ) : null}
    </>
  )
}
