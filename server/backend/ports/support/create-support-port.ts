import type { Clock, Log } from '#server/backend/base/parts.ts'
import type { KeyedHash } from '#server/backend/base/secret.ts'
import type { Config } from '#server/config/config.ts'
import { createChatwootInbox } from './chatwoot-inbox.ts'
import { createSupportLine } from './support-line.ts'
import type { SupportPort } from './support-port.ts'

/** Who answers learners, as the configuration says. */
export function createSupportPort({
  config,
  ...deps
}: {
  readonly config: Config
  readonly clock: Clock
  readonly hash: KeyedHash
  readonly log: Log
}): SupportPort {
  const { kind, inbox } = config.support
  if (inbox) return { kind: 'inbox', inbox: createChatwootInbox(inbox) }
  if (kind === 'script') return { kind }
  return { kind: 'embedded', line: createSupportLine({ ...deps, redisUrl: config.redisUrl }) }
}
