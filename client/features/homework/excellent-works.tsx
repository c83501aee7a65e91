import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useMorePages } from '#client/features/common/use-more-pages.ts'
import { type OpenFiles, WorkFiles } from '#client/features/homework/homework-round.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
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

interface WorksProps {
  periodId: number
  scheduleId: number | null
  onOpen: OpenFiles
}

/** Excellent homework of the own class that its learners let others see; without any nothing is shown. */
export function ExcellentWorks(
  props: WorksProps & {
    /** Called when its code can't be had. */
    onClose: () => void
  },
): ReactNode {
  const { api } = useApp()
  const { periodId, scheduleId } = props
  const input = { periodId, pageSize, ...(scheduleId === null ? {} : { scheduleId }) }
  const { data: first, error, refetch } = useQuery(callQuery(api, route, input))
  // of a class that is theirs no more there is nothing to see
  const isGone = error instanceof ApiError && error.code === Code.NotFound
  if (isGone || (!error && (!first || first.records.length === 0))) return null
  return (
    <section className={`${css.part} no-print`} aria-labelledby="excellent-title">
      <h2 id="excellent-title" className={css.title}>
        同班的优秀作业
      </h2>
      {first ? (
        <Works first={first} input={input} onOpen={props.onOpen} />
      ) : (
        <ErrorBlock message="优秀作业没有加载出来" onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Works({
  first,
  input,
  onOpen,
}: {
  first: CallOutput<typeof route>
  input: CallInput<typeof route>
  onOpen: OpenFiles
}): ReactNode {
  const { records, left, busy, more } = useMorePages(route, input, first, ({ id }) => id)
  return (
    <>
      <ul className={css.works}>
        {records.map((row) => (
          <Work key={row.id} row={row} onOpen={onOpen} />
        ))}
      </ul>
      {left > 0 ? (
        <Button tone="quiet" busy={busy} disabled={busy} onClick={() => void more()}>
          再看几份
        </Button>
      ) : records.length > pageSize ? (
        <p className="faint s13">都在这里了</p>
      ) : null}
    </>
  )
}
