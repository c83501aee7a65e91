import express, { type Router } from 'express'
import * as z from 'zod/mini'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { type IngestCalls, ingestPath, ingestSealHeader, isIngestSeal } from '#server/media/ingest-calls.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { StreamFigures } from '#shared/contract/stream-figures.ts'
import { ingestAnswers } from './ingest-answers.ts'

const id = z.int().check(z.gte(1))
const folder = z.string().check(z.regex(/^live\/\d{1,18}\/[\w-]{1,40}$/))
const asks: { readonly [K in keyof IngestCalls]: z.ZodMiniType<IngestCalls[K]['ask']> } = {
  check: z.object({ key: z.string().check(z.maxLength(64)) }),
  begin: z.object({ key: z.string().check(z.maxLength(64)), folder, agoMs: z.number() }),
  beat: z.object({ recordingId: id, figures: StreamFigures }),
  end: z.object({ recordingId: id, durationSec: z.number().check(z.gte(0), z.lte(7 * 86_400)) }),
  replay: z.object({ roomId: id, folder }),
  open: z.object({}),
}

/** Where the ingest's process asks and tells, on the backend's own socket; without its seal there is nothing here. Outside the contract. */
export function ingestRoutes(ctx: BackendContext): Router {
  const router = express.Router()
  if (!ctx.config.classroom.ingest) return router
  const secret = loadSecret(ctx.config.secret, ctx.config.dataDir)
  function route<K extends keyof IngestCalls>(name: K): void {
    router.post(`${ingestPath}/${name}`, express.json({ limit: '4kb', inflate: false }), async (request, response) => {
      if (!isIngestSeal(secret, request.headers[ingestSealHeader])) throw new ApiError(Code.NotFound, '接口不存在', 404)
      const ask = asks[name].safeParse(request.body)
      if (!ask.success) throw new ApiError(Code.Fail, '参数不正确', 400)
      response.set('Cache-Control', 'no-store').json(await ingestAnswers[name](ctx, ask.data))
    })
  }
  for (const name of Object.keys(asks) as (keyof IngestCalls)[]) route(name)
  return router
}
