import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import css from './error-page.module.css'

/** An order that isn't the visitor's, or isn't there. */
export function NoOrder({ message = '当前用户与订单不匹配' }: { message?: string | undefined }): ReactNode {
  return (
    <div className={css.error}>
      <Cell mark="误" tone="pen" />
      <h1 className={css.title}>{message}</h1>
      <p className="muted">请换成下单时的账号再看</p>
      <p className={css.actions}>
        <ButtonLink tone="primary" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}
