import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useChat } from '#client/features/room/room-context.ts'
import { studentsQuery } from '#client/features/room/chat-queries.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export type MemberList = CallOutput<'GET /api/im/list-student'>
export type Member = MemberList['members'][number]

const refreshMs = 20_000
const typingMs = 300

interface Members {
  members: readonly Member[]
  list: MemberList | undefined
  /** When it was answered, by the browser's clock. */
  listedAt: number
  isPending: boolean
  isError: boolean
  refetch: () => void
}

/** The people of the room, asked for while somebody looks at them. */
export function useMembers(search: string, isWanted: boolean): Members {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId)
  const [asked, setAsked] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [search])
  const query = useQuery({
    ...studentsQuery(api, { groupId: groupId ?? '', ...(asked ? { search: asked } : {}) }),
    enabled: isWanted && groupId !== undefined,
    refetchInterval: refreshMs,
    staleTime: 5000,
    placeholderData: keepPreviousData,
  })
  return {
    members: query.data?.members ?? [],
    list: query.data,
    listedAt: query.dataUpdatedAt,
    isPending: query.isPending,
    isError: query.isError,
    refetch: () => void query.refetch(),
  }
}
