import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { postHref } from '#client/features/forum/forum-address.ts'
import { deletedQuery, useRestorePost } from '#client/features/forum/writing-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './user-part.module.css'

/** One's own posts that were deleted and can still be had back. */
export function DeletedPosts(): ReactNode {
  const { api } = useApp()
  const { data } = useQuery(deletedQuery(api))
  const restore = useRestorePost()
  const [busy, setBusy] = useState<number>()
  if (!data || data.length === 0) return null
  const bringBack = async (id: number): Promise<void> => {
    setBusy(id)
    try {
      await restore({ id })
      toast('找回来了')
      navigate(postHref(id))
    } catch (error) {
      toast((error instanceof ApiError && error.message) || '没有找回来，请再试一次', 'bad')
      setBusy(undefined)
    }
  }
  return (
    <section aria-labelledby="deleted" className={css.deleted}>
      <h3 id="deleted">最近删除</h3>
      <ul className={css.replies}>
        {data.map(({ id, title, untilTime }) => (
          <li key={id}>
            <p className={css.text}>{title}</p>
            <p className="s13 muted">
              {momentText(untilTime)} 前可以找回
              <Button tone="text" size="s" busy={busy === id} onClick={() => void bringBack(id)}>
                找回
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
