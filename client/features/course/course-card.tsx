import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { LectureType } from '#shared/contract/enums.ts'
import type { CourseCard as Course } from '#shared/contract/fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './course-card.module.css'

const kinds: Readonly<Record<number, string>> = {
  [LectureType.live]: '直播',
  [LectureType.video]: '录播',
  [LectureType.classSystem]: '系统班',
}

/** What kind of lessons a course has, in a word. */
export function lectureKind(lectureType: number): string {
  return kinds[lectureType] ?? '课程'
}

const sizes =
  '(min-width: 1680px) 264px, (min-width: 1248px) 282px, (min-width: 1041px) 23vw, (min-width: 769px) 31vw, 46vw'

/** A course in a list: cover, two lines of title, one of facts, price at the bottom. */
export function CourseCard({ course, eager = false }: { course: Course; eager?: boolean }): ReactNode {
  return (
    <a className={css.card} href={detailUrl(course.lectureType, course.id)}>
      <Picture src={course.coverImg} alt="" ratio="cover" sizes={sizes} eager={eager} />
      <h3 className={`two ${css.name}`}>{course.name}</h3>
      <span className={css.meta}>
        <span>{lectureKind(course.lectureType)}</span>
        <span className="one">{course.teacherName}</span>
        <span className="nowrap">{countText(course.studyCount)} 人在学</span>
      </span>
      <span className={css.foot}>
        <Price price={course.price} originPrice={course.originPrice} isCharge={course.isCharge} />
        {course.hasTrial && course.isCharge ? <span className={css.trial}>可试看</span> : null}
      </span>
    </a>
  )
}

/** Courses in rows; `first` of them stand on the first screen. */
export function CourseGrid({ courses, first = 0 }: { courses: readonly Course[]; first?: number }): ReactNode {
  return (
    <ul className="cards">
      {courses.map((course, index) => (
        <li key={`${course.lectureType}-${course.id}`}>
          <CourseCard course={course} eager={index < first} />
        </li>
      ))}
    </ul>
  )
}
