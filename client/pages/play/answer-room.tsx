import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { AnswerQueue, waitText } from '#client/features/room/answer-queue.tsx'
import { LobbyTeacher } from '#client/features/room/lobby-card.tsx'
import { Ended, NotStarted, RoomWait, StageText } from '#client/features/room/room-states.tsx'
import { RoomView } from '#client/features/room/room-view.tsx'
import { useLookAgain } from '#client/features/room/use-look-again.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Avatar } from '#client/features/session/avatar.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { AnswerVisitor } from '#client/pages/play/answer-visitor.tsx'
import { readRoomId } from '#client/pages/play/room-id.ts'
import { RoomStage } from '#client/pages/play/room-stage.tsx'
import { TakeOver } from '#client/pages/play/take-over.tsx'
import { type AnswerEntry, useAnswerEntry } from '#client/pages/play/use-answer-entry.ts'
import { type LeasedPlayer, useLeasedPlayer } from '#client/pages/play/use-leased-player.ts'
import { useLiveReport } from '#client/pages/play/use-live-report.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { AnswerRoomStatus, LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress, VideoOptions } from '#shared/contract/play-fields.ts'
import { answerLobbyQuery, queueStateQuery } from '#client/features/play/answer-room-queries.ts'
import { reopenRoom } from '#client/features/room/room-queries.ts'
import css from './answer-room.module.css'

const PasswordDialog = lazyDialog(() => import('#client/pages/play/password-dialog.tsx').then((m) => m.PasswordDialog))

/** Whoever stands outside sees the queue grow and shrink this often. */
const queueMs = 30_000

type Info = CallOutput<'GET /api/live-solution-room/get-live-info'>

/** Whose room it is, and who waits there. */
function About({ info }: { info: Info }): ReactNode {
  const { api } = useApp()
  const teacher = info.liveInfo.teacherResultVO
  const isOn = info.liveInfo.liveStatus === LiveStatus.live
  const { data: queue } = useQuery({
    ...queueStateQuery(api, { id: info.id }),
    enabled: isOn,
    refetchInterval: queueMs,
    retry: false,
  })
  return (
    <div className={css.about}>
      {info.course ? (
        <a className={css.course} href={info.course.url}>
          {info.course.name}
        </a>
      ) : null}
      {teacher ? (
        <p className={css.teacher}>
          <Avatar user={{ id: teacher.id, nickname: teacher.name, headImg: teacher.headImg }} size="l" />
          <span>
            <b>{teacher.name}</b>
            {teacher.title ? `　${teacher.title}` : ''}
          </span>
        </p>
      ) : null}
      {isOn && queue ? (
        <p className={css.queue}>
          {queue.currentName ? `正在回答 ${queue.currentName}，` : ''}
          {queue.waiting > 0 ? `${queue.waiting} 人在排队，` : '没有人在排队，'}
          {queue.waiting === 0 && !queue.currentName ? '现在不用等' : `要等${waitText(queue.expectedWaitSec)}`}
        </p>
      ) : null}
    </div>
  )
}

/** Before a room: why it is closed, or its password. */
function RoomEntry({ info, onChange }: { info: Info; onChange: () => Promise<void> }): ReactNode {
  const { api, env } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const [busy, act] = useRoomAction()
  const look = useCallback(() => void onChange(), [onChange])
  useLookAgain(info.reopenTime, look)
  const reopen = async (): Promise<void> => {
    if (await act(() => reopenRoom(api, { groupId: `room-${info.id}` }), '答疑又开始了')) await onChange()
  }
  const course = info.needPassword ? null : info.course
  return (
    <div className={`${css.entry} night`}>
      <Cell mark={info.needPassword ? '锁' : '止'} />
      <h1 className={css.title}>{info.title}</h1>
      <About info={info} />
      <p className="muted">{info.message || (info.needPassword ? '进这间答疑室要密码' : '现在不能进这间答疑室')}</p>
      <p className={css.ways}>
        {info.needPassword ? (
          <Button tone="primary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            输入密码
          </Button>
        ) : null}
        {info.staffTurn === 'reopen' ? (
          <Button tone="primary" busy={busy} onClick={() => void reopen()}>
            继续答疑
          </Button>
        ) : null}
        {course ? (
          <ButtonLink tone="primary" href={course.url}>
            看看这门课
          </ButtonLink>
        ) : null}
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
      {isOpen && info.needPassword ? (
        <PasswordDialog
          styles={env.css['password-dialog']}
          id={info.id}
          title={info.title}
          lockedTime={info.lockedTime}
          onPassed={onChange}
          onWrong={onChange}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}

/** The room's picture. It keeps the address that it began with, which the player renews: every answer signs another one. */
function Picture({
  first,
  options,
  renew,
  onTick,
}: {
  first: PlayAddress
  options: VideoOptions
  renew: () => Promise<PlayAddress>
  onTick: (tick: PlayerTick) => void
}): ReactNode {
  const [address] = useState(first)
  return <RoomStage address={address} options={options} mode="live" onAddressNeeded={renew} onTick={onTick} />
}

function Stage({
  info,
  player,
  onTick,
  onStatus,
}: {
  info: Info
  player: LeasedPlayer
  onTick: (tick: PlayerTick) => void
  onStatus: () => void
}): ReactNode {
  const { liveInfo, videoOptions, course } = info
  const { address, otherPlayer } = player
  if (videoOptions && liveInfo.liveStatus === LiveStatus.live) {
    if (!address) return <TakeOver otherPlayer={otherPlayer} takeOver={player.takeOver} />
    // Open addresses are the same in each answer: another one is another source.
    return (
      <Picture
        key={address.expireTime === null ? address.playUrl : ''}
        first={address}
        options={videoOptions}
        renew={player.renew}
        onTick={onTick}
      />
    )
  }
  if (liveInfo.liveStatus === LiveStatus.notStarted)
    return (
      <NotStarted begDate={liveInfo.periodBegDate} teacherName={liveInfo.teacherResultVO?.name} onBegin={onStatus} />
    )
  if (liveInfo.liveStatus === LiveStatus.ended) return <Ended courseUrl={course?.url} hint="答疑的文字还在右边" />
  const teacher = liveInfo.teacherResultVO
  return (
    <StageText title="文字答疑" text={`把问题写在聊天里，${teacher ? `${teacher.name}老师` : '老师'}和助教会回答`}>
      {teacher ? <LobbyTeacher teacher={teacher} /> : null}
    </StageText>
  )
}

/** A room for questions. */
export function AnswerRoom({ params }: PageProps): ReactNode {
  const { id } = readRoomId(params)
  const lobby = useRead(answerLobbyQuery, { id })
  const { user } = useSession()
  if (!user && lobby) return <AnswerVisitor lobby={lobby} />
  return <Entrance key={id} id={id} />
}

function Entrance({ id }: { id: number }): ReactNode {
  const { info, error, ask, former } = useAnswerEntry(id)
  return info ? (
    <Room id={id} info={info} ask={ask} former={former} />
  ) : (
    <RoomWait error={error} onRetry={() => void ask()} />
  )
}

interface RoomProps extends Pick<AnswerEntry, 'ask' | 'former'> {
  id: number
  info: Info
}

function Room({ id, info, ask, former }: RoomProps): ReactNode {
  const player = useLeasedPlayer(info, former)
  const refresh = useCallback(() => void ask(), [ask])
  const handleTick = useLiveReport(player.playingId, { onTaken: player.noteTaken, onClosed: refresh })
  if (info.answerRoomStatus !== AnswerRoomStatus.granted || info.needPassword)
    return <RoomEntry info={info} onChange={ask} />
  const { liveInfo } = info
  return (
    <RoomView
      title={info.title}
      leaveHref={info.course?.url ?? '/'}
      status={liveInfo.liveStatus}
      begDate={liveInfo.periodBegDate}
      endDate={liveInfo.periodEndDate}
      liveLabel="答疑中"
      isTalk={info.videoOptions === null && liveInfo.liveStatus === LiveStatus.live}
      groupId={info.groupId}
      hangings={info}
      queue={liveInfo.liveStatus === LiveStatus.live ? <AnswerQueue id={id} /> : undefined}
      stage={<Stage info={info} player={player} onTick={handleTick} onStatus={refresh} />}
      onStatus={refresh}
    />
  )
}
