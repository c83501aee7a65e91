import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import css from './cell.module.css'

/** Something didn't load: says so and offers another try. */
export function ErrorBlock({
  message = '加载失败，请稍后再试',
  onRetry,
}: {
  message?: string
  onRetry?: () => void
}): ReactNode {
  return (
    <div className={css.block} role="alert">
      <Cell mark="断" tone="pen" />
      <p className="h3">{message}</p>
      <p className={`${css.text} muted`}>可能是网络断了一下</p>
      {onRetry ? (
        <Button tone="secondary" size="s" onClick={onRetry}>
          重试
        </Button>
      ) : null}
    </div>
  )
}
