import { type Request, type Response, Router } from 'express'
import { figuresPath } from '#shared/contract/figures.ts'
import type { BackendContext } from './context/backend-context.ts'
import { readSmsFigures } from './account/codes/sms-figures.ts'

/** `GET /figures` on the socket of this machine, for the site's metrics; a request over the network has an address. */
export function figuresRoute(ctx: BackendContext): Router {
  const router = Router()
  router.get(figuresPath, async (request: Request, response: Response, next) => {
    if (request.socket.remoteAddress !== undefined) return next()
    response.set('Cache-Control', 'no-store').json({ sms: await readSmsFigures(ctx) })
  })
  return router
}
