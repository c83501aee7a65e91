import { type ReactNode, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { writeHref } from '#client/features/forum/forum-address.ts'
import { useRemovePost } from '#client/features/forum/writing-queries.ts'
import { toast } from '#client/ui/toast-store.ts'
import css from './thread-acts.module.css'

/** What an author may do with a post. A deleted one can be had back for seven days, so nobody is asked twice. */
export function OwnPostActs({ id }: { id: number }): ReactNode {
  const remove = useRemovePost()
  const [busy, setBusy] = useState(false)
  const press = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await remove({ id })
      toast('删除成功')
      navigate('/bbs/user')
    } catch {
      toast('没有删掉，请再试一次', 'bad')
      setBusy(false)
    }
  }
  return (
    <>
      <a className={css.act} href={writeHref({ post: id })}>
        修改
      </a>
      <button type="button" className={css.act} aria-busy={busy || undefined} onClick={() => void press()}>
        删除
      </button>
    </>
  )
}
