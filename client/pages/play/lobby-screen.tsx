import type { ReactNode } from 'react'
import { useNow } from '#client/features/common/use-now.ts'
import { askInPlace, loginHref } from '#client/features/login/login-link.ts'
import { LobbyCard } from '#client/features/room/lobby-card.tsx'
import { RoomNotFound } from '#client/features/room/room-states.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Price } from '#client/ui/price.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { CheckCode, LiveStatus, type PeriodKind } from '#shared/contract/enums.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import { lessonUrl, roomEarlyMs } from '#shared/rules/room-url.ts'
import css from './lobby-screen.module.css'

/** Where the class stands, beside what it costs. */
function State({ lobby }: { lobby: RoomLobby }): ReactNode {
  const { liveStatus } = lobby.liveInfo
  return (
    <p className={css.state}>
      {liveStatus === LiveStatus.live ? <LiveMark>正在上课</LiveMark> : null}
      {liveStatus === LiveStatus.ended ? <span className="muted">已结束</span> : null}
      {lobby.isFreeStudy ? (
        <span className={css.free}>{Number(lobby.price ?? 0) > 0 ? '这一讲免费试看' : '免费公开课'}</span>
      ) : lobby.price === null ? null : (
        <Price price={lobby.price} size="l" />
      )}
    </p>
  )
}

interface FrameProps {
  /** What the room is. */
  card: ReactNode
  /** The login stands over the middle. */
  isBeside?: boolean
  /** What can be done. */
  children: ReactNode
}

/** A room as it looks from outside. */
export function LobbyFrame({ card, isBeside = false, children }: FrameProps): ReactNode {
  return (
    <div className={`${css.screen} ${isBeside ? css.beside : ''} night`}>
      {card}
      <div className={css.ways}>{children}</div>
    </div>
  )
}

function Screen({ lobby, isBeside = false, children }: Omit<FrameProps, 'card'> & { lobby: RoomLobby }): ReactNode {
  if (!lobby.liveInfo.liveCourseResultVO) return <RoomNotFound />
  const card = <LobbyCard lobby={lobby} heading="h1" {...(isBeside ? { look: 'column' } : {})} />
  return (
    <LobbyFrame card={card} isBeside={isBeside}>
      {children}
    </LobbyFrame>
  )
}

interface LobbyScreenProps {
  lobby: RoomLobby
  checkCode: Exclude<CheckCode, 100>
  /** Why not, in words. */
  message: string
}

/** A class that isn't for this learner (yet): what it is, what it costs, and the next step. */
export function LobbyScreen({ lobby, checkCode, message }: LobbyScreenProps): ReactNode {
  const course = lobby.liveInfo.liveCourseResultVO
  const isBuyable = checkCode !== CheckCode.noCourse && course !== null
  const action = checkCode === CheckCode.noSchedule ? '去选班期' : '去看课程和报名'
  return (
    <Screen lobby={lobby}>
      {checkCode === CheckCode.notBought ? <State lobby={lobby} /> : null}
      <p className={css.why}>{message}</p>
      <p className={css.links}>
        {isBuyable ? (
          <ButtonLink tone="primary" href={course.courseUrl}>
            {action}
          </ButtonLink>
        ) : (
          <ButtonLink tone="primary" href={course?.courseUrl ?? '/course'}>
            看课程目录
          </ButtonLink>
        )}
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
    </Screen>
  )
}

/** A class as visitors find it: what it is, and the login. */
export function VisitorLobby({ lobby, kind }: { lobby: RoomLobby; kind: PeriodKind }): ReactNode {
  const course = lobby.liveInfo.liveCourseResultVO
  const isOver = lobby.liveInfo.liveStatus === LiveStatus.ended
  const now = useNow(60_000)
  const { liveStatus, periodBegDate } = lobby.liveInfo
  const mayBeReminded =
    liveStatus === LiveStatus.notStarted &&
    periodBegDate !== null &&
    now !== undefined &&
    periodBegDate - roomEarlyMs > now
  const [path = '', search] = lessonUrl(kind, course?.periodId ?? 0, course?.scheduleId).split('?')
  return (
    <Screen lobby={lobby} isBeside>
      <State lobby={lobby} />
      <p className={css.why}>
        {isOver
          ? '这节课已经结束'
          : lobby.isFreeStudy
            ? `登录就能进教室${mayBeReminded ? '，也可以让我们到时候提醒你' : ''}`
            : '登录后进教室；还没有报名的，先看看课程'}
      </p>
      <p className={css.links}>
        <ButtonLink tone="primary" href={loginHref(path, search ? `?${search}` : '')} onClick={askInPlace}>
          {isOver ? '登录' : '登录进教室'}
        </ButtonLink>
        {course ? (
          <ButtonLink tone="quiet" href={course.courseUrl}>
            看看这门课
          </ButtonLink>
        ) : null}
      </p>
    </Screen>
  )
}
