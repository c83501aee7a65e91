import type { Config } from '#server/config/config.ts'
import { createEmbeddedIm, type ImParts } from './embedded-im.ts'
import type { ImEngine } from './im-engine.ts'
import { createTencentIm } from './tencent-im.ts'

/** The engine that the configuration names. */
export function createImEngine({ config, ...deps }: ImParts & { readonly config: Config }): ImEngine {
  const { im } = config.classroom
  if (im.engine === 'tencent') return createTencentIm(im, deps)
  return createEmbeddedIm({ ...deps, redisUrl: config.redisUrl })
}
