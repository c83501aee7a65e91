import type { ReactNode } from 'react'
import { LobbyTeacher } from '#client/features/room/lobby-card.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { AnswerLobby } from '#shared/contract/room-entry.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { timeText, weekdayMomentText } from '#shared/rules/number-text.ts'
import css from './lobby-card.module.css'

/** A room that is open for so long has no hours. */
const alwaysMs = 180 * dayMs

/** When the room is open, in words. */
export function openText({
  isOpen,
  liveStatus,
  begDate,
  endDate,
}: Pick<AnswerLobby, 'isOpen' | 'liveStatus' | 'begDate' | 'endDate'>): string {
  if (liveStatus === LiveStatus.ended) return '这场答疑已经结束'
  if (!isOpen) return '这间答疑室现在关着'
  if (endDate - begDate > alwaysMs)
    return liveStatus === LiveStatus.live ? '一直开放' : `${weekdayMomentText(begDate)} 起一直开放`
  return `${weekdayMomentText(begDate)} 到 ${endDate - begDate < dayMs ? timeText(endDate) : weekdayMomentText(endDate)}`
}

/** What a room for questions is, before one is in it: whose, when, and what happens there. */
export function AnswerCard({ lobby }: { lobby: AnswerLobby }): ReactNode {
  const { title, course, teacher } = lobby
  return (
    <div className={`${css.card} ${css.column}`}>
      <div className={css.facts}>
        <p className={css.course}>{course ? `${course.name}　答疑室` : '答疑室'}</p>
        <h1 className={css.name}>{title}</h1>
        <p className={css.time}>{openText(lobby)}</p>
        {teacher ? <LobbyTeacher teacher={teacher} /> : null}
        <p className={css.aim}>
          把卡住的地方写下来，排进队伍，轮到你时老师会叫你，当场回答。等的时候可以看看别人在问什么，也可以在聊天里说。
        </p>
      </div>
    </div>
  )
}
