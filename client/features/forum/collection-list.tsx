import { type ReactNode, useState } from 'react'
import { PostRow } from '#client/features/forum/post-list.tsx'
import { useCollect } from '#client/features/forum/writing-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { monthDayText } from '#shared/rules/number-text.ts'
import css from './collection-list.module.css'

type Collected = CallOutput<'GET /api/post/my-collection-list'>['records'][number]

/** In the place of a post that was deleted or taken down: nothing of it is told, and it can be let go. */
function GonePost({ id, collectTime }: Collected): ReactNode {
  const collect = useCollect()
  const [state, setState] = useState<'there' | 'busy' | 'let go'>('there')
  if (state === 'let go') return null
  const letGo = (): void => {
    setState('busy')
    collect({ id, wanted: false }).then(
      () => setState('let go'),
      () => {
        setState('there')
        toast('没有取消掉，请再试一次', 'bad')
      },
    )
  }
  return (
    <li className={css.gone}>
      <span className="muted">这篇帖子已经不在了</span>
      <span className="s12 faint num">{monthDayText(collectTime)}收藏</span>
      <Button tone="text" size="s" busy={state === 'busy'} onClick={letGo}>
        取消收藏
      </Button>
    </li>
  )
}

/** What somebody has collected, in their order; what is gone says so. */
export function CollectionList({ collected }: { collected: readonly Collected[] }): ReactNode {
  return (
    <ol className={css.list}>
      {collected.map((one) =>
        one.post ? <PostRow key={one.id} post={one.post} withPlate /> : <GonePost key={one.id} {...one} />,
      )}
    </ol>
  )
}
