/** A page that was sent something instead of being opened (HTTP 405). */
export const methodRefused = '不支持的请求方法'

/** Thrown by a page's `data`, `settle` or a guard: the visit ends elsewhere. */
export class PageOutcome extends Error {
  readonly status: number
  /** Where a redirect leads; undefined for an error page. */
  readonly to: string | undefined
  constructor(status: number, message: string, to?: string) {
    super(message)
    this.name = 'PageOutcome'
    this.status = status
    this.to = to
  }
}

/** The 404 page with its message. */
export function pageNotFound(message = '内容不存在'): PageOutcome {
  return new PageOutcome(404, message)
}

/** The 410 page: it was there once and won't come back. */
export function pageGone(message = '内容已下架'): PageOutcome {
  return new PageOutcome(410, message)
}

/** Another address of the same thing: 301 when it is for good. */
export function pageMoved(to: string, status: 301 | 302 = 301): PageOutcome {
  return new PageOutcome(status, 'moved', to)
}
