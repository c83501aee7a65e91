import { type Request, type Response, Router } from 'express'
import { ApiError } from '#shared/contract/codes.ts'
import { calendarSecret, isCalendarPath } from '#shared/rules/calendar-path.ts'
import type { BackendContext } from './context/backend-context.ts'
import { createCalendars } from './study/calendar/read-calendar.ts'

/** No cache keeps it and no search engine names it; whoever fetches it compares its tag. */
const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' }

function isUnchanged(request: Request, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(etag) || known.includes('*'))
}

function addressOf(request: Request): string {
  const forwarded = request.headers['x-forwarded-for']
  return (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').pop()?.trim() || 'local'
}

/**
 * `GET /calendar/{secret}.ics`, outside of the contract: the secret alone opens it, and it opens nothing else. What can't be a secret, what
 * never was one and what was revoked are the same 404.
 */
export function calendarRoute(ctx: BackendContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const calendars = createCalendars(ctx)

  async function send(request: Request, response: Response): Promise<void> {
    const address = addressOf(request)
    const secret = calendarSecret(request.path)
    const file = secret === undefined ? undefined : await calendars.read(secret, request.headers['user-agent'] ?? '')
    if (!file) {
      await ctx.limits.take('calendarGuess', address)
      response.status(404).type('text/plain').send('There is no such calendar.')
      return
    }
    response.set({ ETag: file.etag, 'Content-Type': 'text/calendar; charset=utf-8' })
    if (isUnchanged(request, file.etag)) response.status(304).end()
    else response.set('Content-Disposition', 'inline; filename="timetable.ics"').send(file.text)
  }

  router.use(async (request, response, next) => {
    if (!isCalendarPath(request.path)) return next()
    response.set(headers)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set('Allow', 'GET, HEAD').end()
      return
    }
    try {
      await send(request, response)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      response
        .status(error.status)
        .set(error.headers ?? {})
        .type('text/plain')
        .send('Too many tries.')
    }
  })
  return router
}
