import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'
import css from './register-success.module.css'

const steps = [
  {
    mark: '一',
    title: '完善资料',
    text: '说说你想学什么、每周有多少时间，老师好按你的基础安排。',
    href: '/user/perfect',
    action: '去完善',
  },
  {
    mark: '二',
    title: '先听一节',
    text: '公开课不收费，挑一节今天就开的，认认教室。',
    href: '/live/list',
    action: '看公开课',
  },
  {
    mark: '三',
    title: '选一个系统班',
    text: '从零到能署名的作品，跟着班走，每周两次直播。',
    href: '/classes',
    action: '看系统班',
  },
] as const

/** The account is there: what to do next. */
export function RegisterSuccess({ search }: PageProps): ReactNode {
  const { env } = useApp()
  const { user } = useSession()
  const redirect = safeRedirect(new URLSearchParams(search).get('redirect'), env.origin)
  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <h1>
          <span className="ring">注册成功</span>
        </h1>
        <p className={css.lead}>
          {user ? `${user.nickname}，欢迎来上课。` : '欢迎来上课。'}接下来三件事，先做哪件都行。
        </p>
      </header>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step.href}>
            <i className={css.mark} aria-hidden="true">
              {step.mark}
            </i>
            <h2>{step.title}</h2>
            <p>{step.text}</p>
            <ButtonLink tone={step.href === '/user/perfect' ? 'primary' : 'secondary'} size="s" href={step.href}>
              {step.action}
            </ButtonLink>
          </li>
        ))}
      </ol>
      <p className={css.back}>
        <a className="link" href={redirect ?? '/'}>
          {redirect ? '回到刚才的页面' : '去首页逛逛'}
        </a>
      </p>
    </div>
  )
}
