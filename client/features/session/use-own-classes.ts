import { useQuery } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { ownLivesQuery } from '#client/features/session/session-queries.ts'
import type { LiveCard } from '#shared/contract/fields.ts'

const input = { pageNum: 1, pageSize: 16 }
const freshMs = 60_000

/** The learner's own classes that are on or come, the soonest first; none for a visitor, while nobody wants to know, and when they couldn't be had. */
export function useOwnClasses(isWanted = true): readonly LiveCard[] {
  const { api } = useApp()
  const { user } = useSession()
  const { data } = useQuery({
    ...ownLivesQuery(api, input),
    enabled: isWanted && user !== undefined,
    staleTime: freshMs,
    retry: false,
  })
  return (user && data?.records) ?? []
}
