import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import css from './register-over.module.css'

/** No new accounts for now, or an invitation that is used up. */
export function RegisterOver(): ReactNode {
  const { registrationOpen, servicePhone, serviceHours } = useApp().common.config
  return (
    <div className={`wrap ${css.page}`}>
      <Cell mark="满" tone="pen" />
      <h1>{registrationOpen ? '这份邀请已经用完' : '暂停注册'}</h1>
      <p className={css.text}>
        {registrationOpen
          ? '邀请你的链接名额满了，或者已经过期。没有邀请也可以直接注册。'
          : '现在不接受新的注册。已有账号的同学照常登录、上课，公开课谁都可以看。'}
      </p>
      <div className={css.buttons}>
        {registrationOpen ? (
          <ButtonLink tone="primary" href="/register">
            直接注册
          </ButtonLink>
        ) : (
          <ButtonLink tone="primary" href="/live/list">
            看看公开课
          </ButtonLink>
        )}
        <ButtonLink tone="secondary" href="/auth/login">
          我有账号，去登录
        </ButtonLink>
      </div>
      <p className="s13 faint">
        有疑问请拨打客服电话 {servicePhone}（{serviceHours}）
      </p>
    </div>
  )
}
