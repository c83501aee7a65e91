import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { postHref, writeHref } from '#client/features/forum/forum-address.ts'
import { plainText } from '#client/features/forum/plain-text.ts'
import { draftsQuery } from '#client/features/forum/writing-queries.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Draft } from '#shared/contract/post-writing.ts'
import { monthDayText } from '#shared/rules/number-text.ts'
import css from './draft-list.module.css'

/** Where a draft is gone on with. */
function hrefOf(place: string): string {
  const [kind, id] = place.split('/')
  if (kind === 'plate') return writeHref({ plate: Number(id) })
  return kind === 'post' ? writeHref({ post: Number(id) }) : `${postHref(Number(id))}#comments`
}

const nameOf = ({ title, content, place }: Draft): string =>
  title || plainText(content).slice(0, 40) || (place.startsWith('thread') ? '一条回复' : '没有标题')

/** What isn't sent yet, the last first. */
export function DraftList(): ReactNode {
  const { api } = useApp()
  const drafts = useQuery({ ...draftsQuery(api), enabled: typeof document !== 'undefined', staleTime: 0 })
  if (drafts.isError) return <ErrorBlock onRetry={() => void drafts.refetch()} />
  if (!drafts.data) return <Skeleton kind="lines" count={2} />
  if (drafts.data.length === 0) return <p className="s13 muted">没有。写到一半离开，会自动存在这里。</p>
  return (
    <ul className={css.list}>
      {drafts.data.map((draft) => (
        <li key={draft.place}>
          <a className={css.name} href={hrefOf(draft.place)}>
            {nameOf(draft)}
          </a>
          <span className="s12 faint num">{monthDayText(draft.savedTime)}</span>
        </li>
      ))}
    </ul>
  )
}
