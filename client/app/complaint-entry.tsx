import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { Icon } from '#client/ui/icon.tsx'

interface EntryProps {
  itemClass: string | undefined
  className: string | undefined
}

/** The way to the principal's letter box, for who has or had a course that costs something. */
export function ComplaintEntry({ itemClass, className }: EntryProps): ReactNode {
  const { api } = useApp()
  const { data } = useQuery({
    ...callQuery(api, 'GET /api/user/my-course/exist-charge-course', {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data !== true) return null
  return (
    <div className={itemClass}>
      <a className={className} href="/feedback/complaint">
        <Icon name="bell" />
        投诉
      </a>
    </div>
  )
}
