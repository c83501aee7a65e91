import type { ReactNode } from 'react'
import { ArticleTitles } from '#client/features/article/article-list-items.tsx'
import { CourseCard } from '#client/features/course/course-card.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './article-aside.module.css'

/** Courses and articles that go along. */
export function RecommendBlocks({
  recommend,
  articlesTitle,
  coursesTitle,
  courses = 1,
}: {
  recommend: CallOutput<'GET /api/information/get-information-recommend'>
  articlesTitle: string
  coursesTitle: string
  courses?: number
}): ReactNode {
  return (
    <>
      {recommend.articles.length > 0 ? (
        <section className={css.block}>
          <h2 className={css.title}>{articlesTitle}</h2>
          <ArticleTitles articles={recommend.articles} />
        </section>
      ) : null}
      {recommend.courses.length > 0 ? (
        <section className={css.block}>
          <h2 className={css.title}>{coursesTitle}</h2>
          <ul className={css.courses}>
            {recommend.courses.slice(0, courses).map((course) => (
              <li key={course.id}>
                <CourseCard course={course} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
