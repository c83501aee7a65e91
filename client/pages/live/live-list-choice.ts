import type { CallInput } from '#shared/contract/calls.ts'

export function liveListInput(page: number): CallInput<'GET /api/home/open-live'> {
  return { pageNum: page, pageSize: 16 }
}

export function liveListHref(page: number): string {
  return page > 1 ? `/live/list?page=${page}` : '/live/list'
}
