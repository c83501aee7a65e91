import type { ReactNode } from 'react'
import { askInPlace, loginHref } from '#client/features/login/login-link.ts'
import { waitText } from '#client/features/room/answer-queue.tsx'
import { AnswerCard } from '#client/features/room/answer-card.tsx'
import { LobbyFrame } from '#client/pages/play/lobby-screen.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { AnswerLobby } from '#shared/contract/room-entry.ts'
import css from './lobby-screen.module.css'

/** Whom the room lets in, and with what. */
function entryText({ course, needPassword }: AnswerLobby): string {
  const who = course ? '报名了这门课的同学，登录就能进' : '登录就能进'
  return needPassword ? `${who}，还要输入老师给的密码` : who
}

/** How long one would wait now. */
function Queue({ queue }: Pick<AnswerLobby, 'queue'>): ReactNode {
  if (!queue) return null
  const { waiting, expectedWaitSec } = queue
  return (
    <p className={css.state}>
      <LiveMark>正在答疑</LiveMark>
      <span>
        {waiting > 0 ? `${waiting} 人在排队，` : '没有人在排队，'}
        {expectedWaitSec === 0 ? '现在不用等' : `要等${waitText(expectedWaitSec)}`}
      </span>
    </p>
  )
}

/** A room for questions as visitors find it: whose it is, what happens there and when, and the login. */
export function AnswerVisitor({ lobby }: { lobby: AnswerLobby }): ReactNode {
  const { id, isOpen, liveStatus, course, queue } = lobby
  const isShut = !isOpen || liveStatus === LiveStatus.ended
  return (
    <LobbyFrame card={<AnswerCard lobby={lobby} />} isBeside>
      <Queue queue={queue} />
      {isShut ? null : <p className={css.why}>{entryText(lobby)}</p>}
      <p className={css.links}>
        <ButtonLink tone="primary" href={loginHref(`/solutionRoom/${id}`, '')} onClick={askInPlace}>
          {queue ? '登录进答疑室' : '登录'}
        </ButtonLink>
        {course ? (
          <ButtonLink tone="quiet" href={course.url}>
            看看这门课
          </ButtonLink>
        ) : null}
      </p>
    </LobbyFrame>
  )
}
