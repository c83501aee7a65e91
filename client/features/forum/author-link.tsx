import type { ReactNode } from 'react'
import { forumUserHref } from '#client/features/forum/forum-address.ts'

/** A name that leads to its page; of an account that has ended the name alone. */
export function AuthorLink({
  author,
  className,
}: {
  author: { id: number; nickname: string }
  className?: string | undefined
}): ReactNode {
  if (author.id === 0) return <span className={className}>{author.nickname}</span>
  return (
    <a className={className} href={forumUserHref(author.id)}>
      {author.nickname}
    </a>
  )
}
