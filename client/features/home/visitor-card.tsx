import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { askInPlace } from '#client/features/login/login-link.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './visitor-card.module.css'

export interface NextClass {
  href: string
  /** '19:30' or '12 月 6 日'. */
  when: ReactNode
  name: string
}

export interface VisitorCardProps {
  brandName: string
  slogan: string
  courseCount: number
  colleges: readonly { name: string; path: string }[]
  /** Open classes in the list; unknown until the timetable is there. */
  openCount?: number
  next: readonly NextClass[]
  /** Where the learner was last, and how far. */
  learning?: CallOutput<'GET /api/user/learning-history'> | undefined
}

/** The way in for a visitor, a way on for a learner: two buttons of one size, so that nothing moves when it is known who is there. */
function Ways({ isLearner, learnHref }: { isLearner: boolean; learnHref: string | undefined }): ReactNode {
  const { registrationOpen } = useApp().common.config
  return (
    <p className={css.ways}>
      {isLearner ? (
        <ButtonLink tone="primary" href={learnHref ?? '/course'}>
          {learnHref ? '继续学习' : '找课程'}
        </ButtonLink>
      ) : (
        <ButtonLink tone="primary" href="/auth/login" onClick={askInPlace}>
          {registrationOpen ? '登录或注册' : '登录'}
        </ButtonLink>
      )}
      <ButtonLink tone="quiet" href="/course?trial=1">
        先试看几讲
      </ButtonLink>
    </p>
  )
}

/** '学了 12.5 小时　《素描》学到 40%', or what the school says of itself to who hasn't learned yet. */
function learnedText(learning: VisitorCardProps['learning']): string | undefined {
  if (!learning?.lastCourse) return undefined
  const hours = learning.totalHours > 0 ? `学了 ${learning.totalHours} 小时　` : ''
  return `${hours}《${learning.lastCourse.name}》学到 ${learning.progress}%`
}

/** What the school is, how much there is, what comes next; a learner is greeted. */
export function VisitorCard({
  brandName,
  slogan,
  courseCount,
  colleges,
  openCount,
  next,
  learning,
}: VisitorCardProps): ReactNode {
  const { user } = useSession()
  const title = user ? `你好，${user.nickname}` : `${brandName}是什么`
  return (
    // No id: it stands twice while what came late takes its place.
    <section className={css.card} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <p className="s13 muted one">{learnedText(learning) ?? (slogan || '一所教手艺的网上学校。')}</p>
      <dl className={css.figures}>
        <div>
          <dt>门课程</dt>
          <dd>{countText(courseCount)}</dd>
        </div>
        <div>
          <dt>个学院</dt>
          <dd>{colleges.length}</dd>
        </div>
        {openCount === undefined ? null : (
          <div>
            <dt>门公开课</dt>
            <dd>{countText(openCount)}</dd>
          </div>
        )}
      </dl>
      <Ways isLearner={user !== undefined} learnHref={learning?.lastCourse?.playUrl} />
      {next.length > 0 ? (
        <ul className={css.next} aria-label="最近的课">
          {next.map((item) => (
            <li key={item.href}>
              <a href={item.href}>
                <span className={css.when}>{item.when}</span>
                <span className="one">{item.name}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
