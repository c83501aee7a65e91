import { type ReactNode, useRef, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { GiftShow } from '#client/features/room/gift-show.tsx'
import type { RoomSeat } from '#client/features/room/room-store.ts'
import { PushCard } from '#client/features/room/push-card.tsx'
import { RoomBar } from '#client/features/room/room-bar.tsx'
import { RoomContext, useChat } from '#client/features/room/room-context.ts'
import { RoomFrame } from '#client/features/room/room-frame.tsx'
import { LinkSide, RoomSide } from '#client/features/room/room-side.tsx'
import { ShareButton } from '#client/features/room/share-button.tsx'
import { findOpenTab } from '#client/features/room/side-focus.ts'
import { StaffButton } from '#client/features/room/staff-button.tsx'
import { useLookAgain } from '#client/features/room/use-look-again.ts'
import { type StatusListeners, useRoomEvents } from '#client/features/room/use-room-events.ts'
import { useRoomValue } from '#client/features/room/use-room-value.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus, SystemMessage } from '#shared/contract/enums.ts'
import type { Hangings } from '#shared/contract/live.ts'
import { clockText, countText } from '#shared/rules/number-text.ts'

const EvaluateDialog = lazyDialog(() =>
  import('#client/features/room/evaluate-dialog.tsx').then((m) => m.EvaluateDialog),
)

export interface RoomViewProps extends StatusListeners {
  title: string
  leaveHref: string
  status: LiveStatus
  begDate: number | null
  endDate: number | null
  /** What this kind of class is called while it is on. */
  liveLabel: string
  groupId: string | null
  /** What came along when the room was entered. */
  seat?: RoomSeat | undefined
  periodId?: number | undefined
  scheduleId?: number | undefined
  hangings: Hangings
  canEvaluate?: boolean
  /** People there as counted before the chat is joined. */
  peopleCount?: number | undefined
  isPreview?: boolean
  isAiLive?: boolean
  /** Nothing but talk: there is no picture. */
  isTalk?: boolean
  stage: ReactNode
  /** Shows the course's lessons; undefined: there are none. */
  onLessons?: (() => void) | undefined
  /** What is said to the learners of the class, beside the room's own notice. */
  classNotice?: ReactNode
  /** Above the chat: who waits for their turn. */
  queue?: ReactNode
  /** In place of the chat: what was said in a class that is watched again. */
  chat?: ReactNode
  /** The learner's own notes; `button` begins one, and `asked` goes up then. */
  notes?: { panel: (isShown: boolean) => ReactNode; button: ReactNode; asked: number } | undefined
  /** Looks whether a class that has ended goes on; as `onStatus` unless told. */
  onLook?: (() => void) | undefined
}

const longestMs = 12 * 3_600_000

function Elapsed({ begDate }: { begDate: number | null }): ReactNode {
  const now = useNow(1000)
  // A room that is always open has no lesson that goes on for so long; a class may begin before its time.
  if (begDate === null || now === undefined || now < toBrowserTime(begDate) || now - toBrowserTime(begDate) > longestMs)
    return null
  return (
    <span className="num">
      <span className="wide-only">已上课 </span>
      {clockText((now - toBrowserTime(begDate)) / 1000)}
    </span>
  )
}

function Facts({
  status,
  begDate,
  liveLabel,
  isReplay,
  count,
}: Pick<RoomViewProps, 'status' | 'begDate' | 'liveLabel'> & {
  isReplay: boolean
  count: number | undefined
}): ReactNode {
  if (status !== LiveStatus.live)
    return <span>{status === LiveStatus.notStarted ? '还没有上课' : isReplay ? '回放' : '已结束'}</span>
  return (
    <>
      <LiveMark>{liveLabel}</LiveMark>
      <Elapsed begDate={begDate} />
      {count === undefined ? null : <span className="num">{countText(count)} 人</span>}
    </>
  )
}

/** Everything round the picture of a class: head, chat, members, what hangs in the room. Answers its messages. */
export function RoomView(props: RoomViewProps): ReactNode {
  const value = useRoomValue({
    groupId: props.groupId,
    isOver: props.status === LiveStatus.ended,
    periodId: props.periodId,
    scheduleId: props.scheduleId,
    endTime: props.endDate ?? undefined,
    seat: props.seat,
    // a look by an account, not by a link, is given to staff alone
    isStaff: props.isPreview === true,
    reopenTime: props.hangings.reopenTime,
  })
  return (
    <RoomContext.Provider value={value}>
      <Room {...props} store={value.store} />
    </RoomContext.Provider>
  )
}

/** What a room shows and what its people may do. */
function useRoomParts(props: RoomViewProps & { store: Parameters<typeof useRoomEvents>[0] }) {
  const { store, status, periodId, isPreview, onStatus, onAnnounced } = props
  const { env } = useApp()
  // It can be given later than it is asked for, and once.
  const [isGiven, setIsGiven] = useState(false)
  const { notice, livePendant, saleInfo, activityId, reopenTime, staffTurn } = props.hangings
  // Who has a line is told.
  const hears = useChat((chat) => chat.hears)
  useLookAgain(hears ? null : reopenTime, () => (props.onLook ? props.onLook() : onStatus()))
  const events = useRoomEvents(store, { notice, pendants: livePendant }, { onStatus, onAnnounced })
  const isLearner = useChat((chat) => chat.me?.isStaff === false)
  const onlineCount = useChat((chat) => chat.onlineCount)
  const count = onlineCount ?? props.peopleCount
  const stopType =
    status !== LiveStatus.live ? undefined : props.isAiLive ? SystemMessage.aiLive : SystemMessage.liveStop
  const button = useRef<HTMLButtonElement>(null)
  const evaluate = (): void => events.setEvaluates(true)
  const closeEvaluation = (given: boolean): void => {
    events.setEvaluates(false)
    if (given) setIsGiven(true)
  }
  // The server lets only learners; after the class the chat is only read, and doesn't say who one is.
  const isAsked = isLearner && events.isEvaluationAsked
  // A class that is over has its stars in the picture's place.
  const isPlace = status !== LiveStatus.ended || props.chat !== undefined
  const canEvaluate =
    isPlace && periodId !== undefined && !isPreview && !isGiven && (props.canEvaluate === true || isAsked)
  return {
    ...{ env, saleInfo, activityId, staffTurn, events, count, stopType },
    ...{ button, evaluate, closeEvaluation, canEvaluate },
  }
}

type RoomParts = ReturnType<typeof useRoomParts>

function Actions({
  isPreview,
  groupId,
  periodId,
  onStatus,
  notes,
  parts,
}: RoomViewProps & { parts: RoomParts }): ReactNode {
  const { events, stopType, staffTurn, button, evaluate, canEvaluate } = parts
  return (
    <>
      {groupId && !isPreview ? (
        <StaffButton
          notice={events.notice}
          pendants={events.pendants}
          stopType={stopType}
          turn={staffTurn}
          onTurned={() => onStatus()}
        />
      ) : null}
      {canEvaluate ? (
        <Button ref={button} tone="quiet" size="s" aria-haspopup="dialog" onClick={evaluate}>
          评价
        </Button>
      ) : null}
      {notes?.button}
      {periodId !== undefined && !isPreview ? <ShareButton /> : null}
    </>
  )
}

function Side(props: RoomViewProps & { parts: RoomParts }): ReactNode {
  const { isPreview, groupId, parts } = props
  const { events, count, evaluate, canEvaluate } = parts
  if (isPreview && groupId === null) return <LinkSide notice={events.notice} />
  return (
    <>
      {props.queue}
      {events.push && (events.push.kind !== 'evaluate' || canEvaluate) ? (
        <PushCard push={events.push} onEvaluate={evaluate} onClose={events.closePush} />
      ) : null}
      <RoomSide
        key={groupId}
        notice={events.notice}
        classNotice={props.classNotice}
        headCount={count}
        chat={props.chat}
        notes={props.notes?.panel}
        notesAsked={props.notes?.asked}
      />
    </>
  )
}

function Room(props: RoomViewProps & { store: Parameters<typeof useRoomEvents>[0] }): ReactNode {
  const parts = useRoomParts(props)
  const { env, events, count, saleInfo, activityId, button, closeEvaluation, canEvaluate } = parts
  const { isPreview, periodId, status } = props
  return (
    <>
      <RoomFrame
        title={props.title}
        leaveHref={props.leaveHref}
        isTalk={props.isTalk ?? false}
        {...(isPreview ? { banner: '预览' } : {})}
        facts={
          <Facts
            status={status}
            begDate={props.begDate}
            liveLabel={props.liveLabel}
            isReplay={props.chat !== undefined}
            count={count}
          />
        }
        actions={<Actions {...props} parts={parts} />}
        stage={
          <>
            {props.stage}
            <GiftShow />
          </>
        }
        bar={
          isPreview ? undefined : (
            <RoomBar sale={saleInfo} pendants={events.pendants} activityId={activityId} onLessons={props.onLessons} />
          )
        }
        side={<Side {...props} parts={parts} />}
      />
      {events.evaluates && canEvaluate && periodId !== undefined ? (
        <EvaluateDialog
          styles={env.css['evaluate-dialog']}
          periodId={periodId}
          scheduleId={props.scheduleId}
          returnTo={() => button.current ?? findOpenTab()}
          onDone={() => closeEvaluation(true)}
          onClose={() => closeEvaluation(false)}
        />
      ) : null}
    </>
  )
}
