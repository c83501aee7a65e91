import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import css from './cell.module.css'

export interface EmptyBlockProps {
  title?: string
  text?: string
  action?: { text: string; href: string }
}

/** Nothing here: says so and offers one way on. */
export function EmptyBlock({
  title = '抱歉，没有找到你要的内容',
  text = '请换个方式查询',
  action,
}: EmptyBlockProps): ReactNode {
  return (
    <div className={css.block}>
      <Cell />
      <p className="h3">{title}</p>
      <p className={`${css.text} muted`}>{text}</p>
      {action ? (
        <ButtonLink tone="secondary" size="s" href={action.href}>
          {action.text}
        </ButtonLink>
      ) : null}
    </div>
  )
}
