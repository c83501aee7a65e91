import type { ReactNode } from 'react'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { LiveInfo } from '#shared/contract/play-fields.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import { timeText, weekdayMomentText } from '#shared/rules/number-text.ts'
import css from './lobby-card.module.css'

/** Who teaches, with portrait and title. */
export function LobbyTeacher({ teacher }: { teacher: NonNullable<LiveInfo['teacherResultVO']> }): ReactNode {
  return (
    <div className={css.teacher}>
      <Avatar user={{ id: teacher.id, nickname: teacher.name, headImg: teacher.headImg }} size="l" />
      <p className={css.who}>
        <b>{teacher.name}</b>
        {teacher.title ? <span className={css.role}>{teacher.title}</span> : null}
      </p>
    </div>
  )
}

interface LobbyCardProps {
  lobby: RoomLobby
  /** h1: nothing else on the page names the class; p: its room does. */
  heading: 'h1' | 'p'
  /** column: one below the other; brief: on a phone only what stands beside a countdown. */
  look?: 'column' | 'brief'
}

/** What a class is, before one is in it: cover, lesson, time, teacher, what is taught now and next. */
export function LobbyCard({ lobby, heading: Heading, look }: LobbyCardProps): ReactNode {
  const { liveInfo, lessons, learnAim } = lobby
  const { liveCourseResultVO: course, teacherResultVO: teacher, periodBegDate, periodEndDate } = liveInfo
  if (!course) return null
  const [own, ...following] = lessons
  const number = own ? `第 ${own.sequenceNo} 讲` : ''
  return (
    <div className={look ? `${css.card} ${css[look]}` : css.card}>
      {course.coverImg ? (
        <Picture
          className={css.cover}
          src={course.coverImg}
          alt=""
          ratio="cover"
          sizes="(max-width: 768px) 100px, 320px"
          eager
        />
      ) : null}
      <div className={css.facts}>
        <p className={css.course}>
          {course.courseName}
          {number ? `　${number}` : ''}
        </p>
        <Heading className={css.name}>{course.periodName}</Heading>
        {periodBegDate === null ? null : (
          <p className={css.time}>
            {weekdayMomentText(periodBegDate)}
            {periodEndDate === null ? '' : ` 到 ${timeText(periodEndDate)}`}
          </p>
        )}
        {teacher ? <LobbyTeacher teacher={teacher} /> : null}
        {learnAim ? <p className={css.aim}>{learnAim}</p> : null}
        {following.length > 0 ? (
          <p className={css.next}>
            <span className={css.label}>接下来</span>
            {following.map(({ periodId, sequenceNo, name }) => (
              <span key={periodId}>
                第 {sequenceNo} 讲　{name}
              </span>
            ))}
          </p>
        ) : null}
      </div>
    </div>
  )
}
