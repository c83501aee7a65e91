import type { BackendContext } from '#server/backend/backend-context.ts'

/** Has the pages that carry one of the tags made anew. */
export function refreshPages(ctx: BackendContext & { purge?: (tags: readonly string[]) => void }, tags: readonly string[]): void {
  ctx.purge?.([...new Set(tags)])
}
