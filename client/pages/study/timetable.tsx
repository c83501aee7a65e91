import { type ReactNode, useState } from 'react'
import { calendarAnchor } from '#client/features/calendar/calendar-anchor.ts'
import { CalendarPanel } from '#client/features/calendar/calendar-panel.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { ComingClasses } from '#client/features/timetable/coming-classes.tsx'
import { DayClasses } from '#client/features/timetable/day-classes.tsx'
import { MonthGrid } from '#client/features/timetable/month-grid.tsx'
import { QuestionRooms } from '#client/features/timetable/question-rooms.tsx'
import {
  comingInput,
  dayInput,
  monthInput,
  readTimetableChoice,
  roomsInput,
  type TimetableChoice,
  timetableHref,
} from '#client/features/timetable/timetable-choice.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { type Evaluated, EvaluateLesson } from '#client/pages/study/evaluate-lesson.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import css from './timetable.module.css'

function Classes({ choice }: { choice: TimetableChoice }): ReactNode {
  const days = useCall('GET /api/my-course/class-schedule-monthly-calendar', monthInput(choice))
  const day = useCall('GET /api/my-course/list-class-schedule', dayInput(choice))
  const coming = useCall('GET /api/my-course/list-class-schedule', comingInput)
  const [evaluated, setEvaluated] = useState<Evaluated>()
  const date = choice.date ?? day.today
  return (
    <>
      <div className={css.columns}>
        <MonthGrid choice={choice} month={choice.month ?? date.slice(0, 7)} date={date} today={day.today} days={days} />
        <DayClasses
          date={date}
          classes={day.records}
          exams={day.exams}
          homework={day.homework}
          next={coming.records[0]}
          onEvaluate={({ periodId, scheduleId, title }) => {
            if (periodId !== null) setEvaluated({ periodId, scheduleId, title })
          }}
        />
      </div>
      <ComingClasses coming={coming} />
      <CalendarPanel />
      <EvaluateLesson
        lesson={evaluated}
        stale={['GET /api/my-course/list-class-schedule']}
        onClose={() => setEvaluated(undefined)}
      />
    </>
  )
}

function Rooms(): ReactNode {
  return <QuestionRooms rooms={useCall('GET /api/user/my-solution-room/list', roomsInput)} />
}

/** What a learner has on, by month and day. */
export function Timetable({ search }: PageProps): ReactNode {
  const choice = readTimetableChoice(new URLSearchParams(search))
  const isRooms = choice.type === 'answer-live'
  return (
    <UserFrame
      current="/user/timetable"
      title="课表"
      actions={
        isRooms ? undefined : (
          <a className="more" href={`#${calendarAnchor}`}>
            放进手机日历
          </a>
        )
      }
      tabs={
        <TabLinks
          label="课表"
          items={[
            { text: '我的课表', href: timetableHref({ type: 'live' }), current: !isRooms },
            { text: '我的教室', href: timetableHref({ type: 'answer-live' }), current: isRooms },
          ]}
        />
      }
    >
      {isRooms ? <Rooms /> : <Classes choice={choice} />}
    </UserFrame>
  )
}
