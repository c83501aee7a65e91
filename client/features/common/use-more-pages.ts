import { useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import type { Page } from '#shared/contract/fields.ts'

/** Calls that answer a page. */
export type PagedRoute = {
  [R in CallRoute]: CallOutput<R> extends Page<unknown>
    ? CallInput<R> extends { pageNum?: unknown }
      ? R
      : never
    : never
}[CallRoute]

type RecordOf<R extends PagedRoute> = CallOutput<R> extends Page<infer T> ? T : never

/** The list so far, and how to have more of it. */
export interface MorePages<T> {
  readonly records: readonly T[]
  /** Records that aren't shown yet. */
  readonly left: number
  readonly busy: boolean
  readonly more: () => Promise<void>
}

/**
 * A list that grows under its first page. Where the first page changes the others go; an answer that comes after that is dropped, and
 * what was shown already isn't shown again. `keyOf` tells records apart.
 */
export function useMorePages<R extends PagedRoute>(
  route: R,
  input: CallInput<R>,
  first: CallOutput<R> & Page<RecordOf<R>>,
  keyOf: (record: RecordOf<R>) => string | number,
): MorePages<RecordOf<R>> {
  const { api } = useApp()
  const [rest, setRest] = useState<{ of: unknown; pages: readonly Page<RecordOf<R>>[] }>({ of: first, pages: [] })
  const [busy, setBusy] = useState(false)
  const pages = rest.of === first ? rest.pages : []
  const seen = new Set<string | number>()
  const records = [first, ...pages]
    .flatMap((page) => page.records)
    .filter((record) => {
      const key = keyOf(record)
      return !seen.has(key) && seen.add(key)
    })
  const more = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const next = { ...(input as object), pageNum: pages.length + 2 } as CallInput<R>
      const page = (await api.call(route, next)) as CallOutput<R> & Page<RecordOf<R>>
      setRest((now) => ({
        of: first,
        pages: now.of === first || now.pages.length === 0 ? [...pages, page] : now.pages,
      }))
    } catch {
      toast('没能加载，请再试一次', 'bad')
    } finally {
      setBusy(false)
    }
  }
  const last = [first, ...pages].at(-1)
  const isEnd = last === undefined || last.current >= last.pages
  return { records, left: isEnd ? 0 : Math.max(1, first.total - records.length), busy, more }
}
