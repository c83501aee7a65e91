import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { type OpenFiles, WorkFiles } from '#client/features/homework/homework-round.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import css from './excellent-works.module.css'

const route = 'GET /api/user/homework/excellent'
const pageSize = 6

type Row = CallOutput<typeof route>['records'][number]

function Work({ row, onOpen }: { row: Row; onOpen: OpenFiles }): ReactNode {
  const { id, nickname, headImg, content, files, score, comment } = row
  return (
    <li className={css.work}>
      <p className={css.who}>
        <Avatar user={{ id, nickname, headImg }} />
        <b>{nickname}</b>
        {score === null ? null : (
          <span className={css.score}>
            <span className="num">{score}</span> 分
          </span>
        )}
      </p>
      {content === '' ? null : <p className={css.content}>{content}</p>}
      <WorkFiles files={files} label={`${nickname}的作业`} onOpen={onOpen} />
      {comment === null ? null : <p className={css.comment}>{comment}</p>}
    </li>
  )
}

/** Excellent homework of the own class that its learners let others see; without any nothing is shown. */
export function ExcellentWorks({
  periodId,
  scheduleId,
  onOpen,
}: {
  periodId: number
  scheduleId: number | null
  onOpen: OpenFiles
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const { api } = useApp()
  const which = { periodId, ...(scheduleId === null ? {} : { scheduleId }) }
  const works = useInfiniteQuery({
    queryKey: [route, which],
    queryFn: ({ pageParam, signal }) => api.call(route, { ...which, pageNum: pageParam, pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.total > pages.length * pageSize ? pages.length + 1 : undefined),
  })
  const rows = works.data?.pages.flatMap(({ records }) => records) ?? []
  // of a class that is theirs no more there is nothing to see
  const isGone = works.error instanceof ApiError && works.error.code === Code.NotFound
  if (rows.length === 0 && (!works.isError || isGone)) return null
  return (
    <section className={`${css.part} no-print`} aria-labelledby="excellent-title">
      <h2 id="excellent-title" className={css.title}>
        同班的优秀作业
      </h2>
      <ul className={css.works}>
        {rows.map((row) => (
          <Work key={row.id} row={row} onOpen={onOpen} />
        ))}
      </ul>
      {works.isError ? (
        <ErrorBlock message="优秀作业没有加载出来" onRetry={() => void works.refetch()} />
      ) : works.hasNextPage ? (
        <Button
          tone="quiet"
          busy={works.isFetchingNextPage}
          disabled={works.isFetchingNextPage}
          onClick={() => void works.fetchNextPage()}
        >
          再看几份
        </Button>
      ) : rows.length > pageSize ? (
        <p className="faint s13">都在这里了</p>
      ) : null}
    </section>
  )
}
