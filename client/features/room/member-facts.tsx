import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { RoleTag } from '#client/features/room/people.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { Tag } from '#client/ui/tag.tsx'
import css from './room-dialog.module.css'

/** For staff: who somebody is, and whether they have what the room offers. */
export function MemberFacts({ userId }: { userId: string }): ReactNode {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const { data } = useQuery({ ...callQuery(api, 'GET /api/im/user-detail', { userId, groupId }), staleTime: 0 })
  return (
    <p className={css.facts} aria-busy={!data}>
      {data ? <RoleTag userType={data.userType} /> : null}
      {data?.isEstoppel ? <Tag tone="wait">禁言中</Tag> : null}
      {data?.saleInfo ? (
        <span>
          {data.saleInfo.name}：{data.saleInfo.isBuy ? '已报名' : '没有报名'}
        </span>
      ) : null}
    </p>
  )
}
