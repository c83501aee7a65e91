import { type ReactNode, useState } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { CourseRow } from '#client/features/my-course/course-row.tsx'
import {
  type MyCourseChoice,
  myCourseHref,
  myCoursesInput,
  readMyCourseChoice,
} from '#client/features/my-course/my-course-choice.ts'
import { WeekHours } from '#client/features/my-course/week-hours.tsx'
import { MyNotes } from '#client/features/note/my-notes.tsx'
import { isNoteTab, noteHref } from '#client/features/note/note-choice.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { type Evaluated, EvaluateLesson } from '#client/pages/study/evaluate-lesson.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { countText } from '#shared/rules/number-text.ts'
import css from './my-courses.module.css'

const kinds = [
  { type: undefined, text: '全部' },
  { type: 'live', text: '直播' },
  { type: 'video', text: '录播' },
] as const

function Hours(): ReactNode {
  return <WeekHours days={useCall('GET /api/user/learning-days', {})} />
}

function Empty({ choice, isNew }: { choice: MyCourseChoice; isNew: boolean }): ReactNode {
  if (isNew)
    return (
      <EmptyBlock
        title="书桌还是空的"
        text="先听一节不要钱的，合适再往下学"
        action={{ text: '挑一节公开课', href: '/live/list' }}
      />
    )
  return choice.page > 1 ? (
    <EmptyBlock
      title="这一页没有课程"
      text="前面的都在"
      action={{ text: '回到第一页', href: myCourseHref({ ...choice, page: 1 }) }}
    />
  ) : (
    <EmptyBlock
      title={choice.over === 2 ? '还没有结束的课程' : '这里没有课程'}
      text="换个分类看看"
      action={{ text: '看全部课程', href: myCourseHref({ over: 0 }) }}
    />
  )
}

/** What a learner has, running or ended, with how far they are and what comes next. */
function Courses({ search }: PageProps): ReactNode {
  const choice = readMyCourseChoice(new URLSearchParams(search))
  const page = useCall('GET /api/user/my-course/list-v3', myCoursesInput(choice))
  const [evaluated, setEvaluated] = useState<Evaluated>()
  const { running, ended } = page.counts
  const tab = (over: MyCourseChoice['over'], text: string) => ({
    text,
    href: myCourseHref({ over, type: choice.type }),
    current: choice.over === over,
  })
  return (
    <>
      <Section fallback={<Skeleton kind="lines" count={4} />}>
        <Hours />
      </Section>
      <div className={css.bar}>
        <TabLinks
          label="课程"
          items={[
            tab(1, running > 0 ? `在学 ${running}` : '在学'),
            tab(2, ended > 0 ? `已结束 ${ended}` : '已结束'),
            tab(0, '全部'),
            { text: '笔记', href: noteHref({}), current: false },
          ]}
        />
        <nav className={css.kinds} aria-label="课程类型">
          {kinds.map(({ type, text }) => (
            <a
              key={text}
              href={myCourseHref({ over: choice.over, type })}
              aria-current={choice.type === type ? 'true' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
      </div>
      {page.records.length === 0 ? (
        <Empty choice={choice} isNew={running + ended === 0 && choice.type === undefined} />
      ) : (
        <ol>
          {page.records.map((course, index) => (
            <CourseRow key={course.courseId} course={course} isFirst={index === 0} onEvaluate={setEvaluated} />
          ))}
        </ol>
      )}
      <Pager
        current={page.current}
        pages={page.pages}
        total={page.total}
        unit="门课程"
        hrefOf={(number) => myCourseHref({ ...choice, page: number })}
      />
      <EvaluateLesson
        lesson={evaluated}
        stale={['GET /api/user/my-course/list-v3']}
        onClose={() => setEvaluated(undefined)}
      />
    </>
  )
}

/** The notes beside them, under the same tabs. */
function Notes({ search }: PageProps): ReactNode {
  const { total } = useCall('GET /api/user/note/courses', {})
  return (
    <>
      <TabLinks
        label="课程"
        items={[
          { text: '在学', href: myCourseHref({ over: 1 }), current: false },
          { text: '已结束', href: myCourseHref({ over: 2 }), current: false },
          { text: '全部', href: myCourseHref({ over: 0 }), current: false },
          { text: total > 0 ? `笔记 ${countText(total)}` : '笔记', href: noteHref({}), current: true },
        ]}
      />
      <MyNotes search={search} />
    </>
  )
}

/** A learner's courses, and what they noted in them. */
export function MyCourses(props: PageProps): ReactNode {
  const isNotes = isNoteTab(new URLSearchParams(props.search))
  return (
    <UserFrame current="/user/course" title={isNotes ? '我的笔记' : '我的课程'}>
      {isNotes ? <Notes {...props} /> : <Courses {...props} />}
    </UserFrame>
  )
}
