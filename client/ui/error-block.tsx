import type { ReactNode } from 'react'

/** Something didn't load: says so and offers another try. */
export function ErrorBlock({ message = '加载失败，请稍后再试', onRetry }: { message?: string; onRetry?: () => void }): ReactNode {
  return (
    <div role="alert">
      <p>{message}</p>
      {onRetry ? (
        <button type="button" onClick={onRetry}>
          重试
        </button>
      ) : null}
    </div>
  )
}
