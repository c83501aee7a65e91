import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useChat, useRoom, useSpread } from '#client/features/room/room-context.ts'
import { StaffQueue } from '#client/features/room/staff-queue.tsx'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import type { AnswerQueue as Queue } from '#shared/contract/answer-queue.ts'
import type { QueueNews } from '#shared/contract/im-socket.ts'
import { queueQuestionLength } from '#shared/contract/text-lengths.ts'
import { answerQueueQuery, joinQueue, leaveQueue } from '#client/features/room/tool-queries.ts'
import css from './answer-queue.module.css'

/** How long one waits goes on with the time, also while nothing happens. */
const estimateMs = 60_000
/** Lines come and go: who calls looks no more often than this. */
const presenceMs = 2000

/** Whole minutes, rounded up. */
export function waitText(seconds: number): string {
  return seconds < 60 ? '不到 1 分钟' : `约 ${Math.ceil(seconds / 60)} 分钟`
}

/** The queue as whoever sits here sees it: told by the server when it changes, and asked for by those whom it concerns. */
function useQueue(id: number): { queue: Queue | undefined; show: (queue: Queue) => void } {
  const { api } = useApp()
  const queries = useQueryClient()
  const { store } = useRoom()
  const spread = useSpread()
  const hears = useChat((chat) => chat.hears)
  const presence = useChat((chat) => chat.presenceChanges)
  const query = answerQueueQuery(api, { id })
  const { data, refetch } = useQuery({
    ...query,
    enabled: hears,
    refetchInterval: ({ state }) => (state.data?.own || state.data?.people ? estimateMs : false),
    refetchIntervalInBackground: true,
  })
  const isStaff = Boolean(data?.people)
  const show = useCallback(
    (queue: Queue) => queries.setQueryData(answerQueueQuery(api, { id }).queryKey, queue),
    [api, queries, id],
  )
  const handleNews = useEffectEvent((news: QueueNews): number | undefined => {
    const { currentUserId, ...standing } = news
    if (data) show({ ...data, ...standing })
    if (!data?.own && !data?.people) return undefined
    return data.people || currentUserId === store.getState().me?.userId ? 0 : spread()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.onQueue((news) => {
      const inMs = handleNews(news)
      if (inMs === undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => void refetch(), inMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [store, refetch])
  // After a line that was cut: nobody was told meanwhile.
  useEffect(() => {
    if (hears) void refetch({ cancelRefetch: false })
  }, [hears, refetch])
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!isStaff || presence === 0) return undefined
    const ask = (): void => {
      askedAt.current = performance.now()
      void refetch()
    }
    const timer = setTimeout(ask, Math.max(0, askedAt.current + presenceMs - performance.now()))
    return () => clearTimeout(timer)
  }, [isStaff, presence, refetch])
  return { queue: data, show }
}

interface PartProps {
  id: number
  queue: Queue
  onChange: (queue: Queue) => void
}

function JoinForm({ id, onChange, onClose }: Pick<PartProps, 'id' | 'onChange'> & { onClose: () => void }): ReactNode {
  const { api } = useApp()
  const [question, setQuestion] = useState('')
  const [error, setError] = useState<string>()
  const [busy, act] = useRoomAction('没有排上，请再试一次')
  const join = async (): Promise<void> => {
    if (question.trim() === '') return setError('先写下要问什么')
    const isIn = await act(async () => onChange(await joinQueue(api, { id, question })))
    if (isIn) onClose()
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void join()
      }}
    >
      <TextArea
        label="要问什么"
        rows={2}
        maxLength={queueQuestionLength}
        value={question}
        error={error}
        onChange={(text) => {
          setQuestion(text)
          setError(undefined)
        }}
      />
      <span className={css.ways}>
        <Button tone="primary" size="s" type="submit" busy={busy}>
          排队
        </Button>
        <Button tone="text" size="s" onClick={onClose}>
          取消
        </Button>
      </span>
    </form>
  )
}

function LearnerQueue({ id, queue, onChange }: PartProps): ReactNode {
  const { api } = useApp()
  const heading = useId()
  const [isWriting, setIsWriting] = useState(false)
  const [busy, act] = useRoomAction()
  const { own, waiting, currentName, expectedWaitSec } = queue
  const leave = (doneText: string): void => void act(async () => onChange(await leaveQueue(api, { id })), doneText)
  const title = !own ? '排队提问' : own.position === 0 ? '轮到你了' : `你在第 ${own.position} 位`
  const wait = !own
    ? waiting === 0 && !currentName
      ? '现在不用等'
      : waitText(expectedWaitSec)
    : own.position === 0
      ? ''
      : waitText(own.expectedWaitSec)
  return (
    <section className={`${css.queue} ${own?.position === 0 ? css.called : ''}`} aria-labelledby={heading}>
      <p className={css.head} role="status">
        <span className={css.title} id={heading}>
          {title}
        </span>
        <span className={css.wait}>{wait}</span>
      </p>
      {own ? (
        <>
          <p className={css.question}>{own.question}</p>
          {own.position === 0 ? <p className="s13">老师正在看你的问题，答完了请让给下一位。</p> : null}
          <span className={css.ways}>
            {own.position === 0 ? (
              <Button tone="primary" size="s" busy={busy} onClick={() => leave('已经让给下一位')}>
                我问完了
              </Button>
            ) : (
              <Button tone="quiet" size="s" busy={busy} onClick={() => leave('已经退出排队')}>
                不排了
              </Button>
            )}
          </span>
        </>
      ) : isWriting ? (
        <JoinForm id={id} onChange={onChange} onClose={() => setIsWriting(false)} />
      ) : (
        <>
          <p className={css.question}>
            {currentName ? `正在回答${currentName}，` : ''}
            {waiting > 0 ? `${waiting} 人在排队` : '没有人在排队'}
          </p>
          <span className={css.ways}>
            <Button tone="secondary" size="s" onClick={() => setIsWriting(true)}>
              我要提问
            </Button>
          </span>
        </>
      )}
    </section>
  )
}

/** The queue of a room for questions above its chat: one's own place for learners, everybody for staff. */
export function AnswerQueue({ id }: { id: number }): ReactNode {
  const { queue, show } = useQueue(id)
  if (!queue) return null
  return queue.people ? (
    <StaffQueue id={id} people={queue.people} onChange={show} />
  ) : (
    <LearnerQueue id={id} queue={queue} onChange={show} />
  )
}
