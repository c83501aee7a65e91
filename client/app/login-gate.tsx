import type { ReactNode } from 'react'
import { loginHref } from '#client/features/login/login-link.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import type { AskLogin } from '#shared/rules/page-guards.ts'
import css from './error-page.module.css'

/** What stands under the login dialog of a page that only learners see, and all there is of it without script. */
export function LoginGate({ view, via }: { view: PageView; via: AskLogin['via'] }): ReactNode {
  const what = view.title ? `“${view.title}”` : '这一页'
  return (
    <div className={css.error}>
      <Cell mark="门" />
      <h1 className={css.title}>请先登录</h1>
      <p className="muted">
        {via === 'coupon' ? `登录后就能领取优惠券，看${what}` : `${what}是自己的一页，登录后就能打开`}
      </p>
      <p className={css.actions}>
        <ButtonLink tone="primary" href={loginHref(view.pathname, view.search)}>
          去登录
        </ButtonLink>
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}
