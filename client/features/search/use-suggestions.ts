import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'

const debounceMs = 300
const quickResults = 4

export type Suggestions = CallOutput<'GET /api/search/course-list'>

export interface SuggestionState {
  /** The text that the results belong to. */
  text: string
  found: Suggestions | undefined
  pending: boolean
}

/**
 * The first four results for what is being typed, 300 ms after the last key. Each text has an answer of its own,
 * so a late one can't stand in for a newer one; one that is no longer wanted is aborted.
 */
export function useSuggestions(typed: string): SuggestionState {
  const { api } = useApp()
  const wanted = cleanSearchText(typed)
  const queryClient = useQueryClient()
  const queryOf = (searchText: string) =>
    callQuery(api, 'GET /api/search/course-list', { searchText, pageNum: 1, pageSize: quickResults })
  // What is known already shows at once; everything else waits for the typing to pause.
  const [text, setText] = useState(() => (queryClient.getQueryData(queryOf(wanted).queryKey) ? wanted : ''))
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const settled = text === wanted && text !== ''
  const query = useQuery({
    ...queryOf(text),
    enabled: settled,
    retry: false,
  })
  return { text, found: settled ? query.data : undefined, pending: !settled || query.isLoading }
}
