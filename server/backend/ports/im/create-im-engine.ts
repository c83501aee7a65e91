import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { createEmbeddedIm } from './embedded-im.ts'
import type { ImEngine } from './im-engine.ts'
import { createTencentIm } from './tencent-im.ts'

/** The engine that the configuration names. */
export function createImEngine({
  config,
  ...deps
}: Pick<BackendContext, 'clock' | 'config' | 'hash' | 'ids' | 'log'>): ImEngine {
  const { im } = config.classroom
  if (im.engine === 'tencent') return createTencentIm(im, deps)
  return createEmbeddedIm({ ...deps, redisUrl: config.redisUrl })
}
