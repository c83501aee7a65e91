import type { ReactNode } from 'react'
import { useMorePages } from '#client/features/common/use-more-pages.ts'
import { roomsInput } from '#client/features/timetable/timetable-choice.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { LiveMark, Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { AnswerRoomStatus, LiveStatus } from '#shared/contract/enums.ts'
import type { SolutionRoom } from '#shared/contract/my-course.ts'
import { dayText, monthDayText, timeText } from '#shared/rules/number-text.ts'
import css from './question-rooms.module.css'

/** A room that is open for longer than a day has no hours worth telling. */
const dayMs = 86_400_000

function timesOf({ begDate, endDate, liveStatus }: SolutionRoom): string {
  if (endDate - begDate > dayMs) return liveStatus === LiveStatus.live ? '一直开放' : `${monthDayText(begDate)}起开放`
  const end =
    dayText(begDate) === dayText(endDate) ? timeText(endDate) : `${monthDayText(endDate)} ${timeText(endDate)}`
  return `${monthDayText(begDate)} ${timeText(begDate)}–${end}`
}

function Room({ room }: { room: SolutionRoom }): ReactNode {
  const isOpen = room.answerRoomStatus === AnswerRoomStatus.granted || room.needPassword
  return (
    <li className={css.room}>
      <div className={css.what}>
        <h2 className={css.title}>
          {room.title}
          {room.isEntered ? <Tag tone="got">去过</Tag> : null}
        </h2>
        <p className="muted s13">
          {[room.courseName ?? '所有同学', room.teacherName === '' ? '' : `${room.teacherName}老师`, timesOf(room)]
            .filter((part) => part !== '')
            .join('　')}
        </p>
      </div>
      <div className={css.ways}>
        {isOpen ? (
          <>
            <ButtonLink tone="secondary" href={room.url} aria-label={`进入答疑室：${room.title}`}>
              进入答疑室
            </ButtonLink>
            {room.needPassword ? <span className="s13 faint">要输密码</span> : <LiveMark>正在答疑</LiveMark>}
          </>
        ) : (
          <span className={`${css.why} s13 faint`}>{room.message}</span>
        )}
      </div>
    </li>
  )
}

/** Rooms for questions that the learner may enter or was in; more of them on demand. */
export function QuestionRooms({ rooms }: { rooms: CallOutput<'GET /api/user/my-solution-room/list'> }): ReactNode {
  const { records, left, busy, more } = useMorePages(
    'GET /api/user/my-solution-room/list',
    roomsInput,
    rooms,
    ({ id }) => id,
  )
  if (rooms.total === 0)
    return (
      <EmptyBlock
        title="还没有能进的答疑室"
        text="报名课程后，班里的答疑室会在这里"
        action={{ text: '看看课程', href: '/course' }}
      />
    )
  return (
    <>
      <ol className={css.rooms}>
        {records.map((room) => (
          <Room key={room.id} room={room} />
        ))}
      </ol>
      {left > 0 ? (
        <p className={css.more}>
          <Button tone="text" busy={busy} onClick={() => void more()}>
            加载更多，还有 {left} 间
          </Button>
        </p>
      ) : null}
    </>
  )
}
