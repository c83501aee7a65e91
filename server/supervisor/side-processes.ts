import type { Config } from '#server/config/config.ts'
import { findFreePort } from '#server/process/free-port.ts'
import { forkScript, type Supervisor, supervise } from './supervisor.ts'

// Processes that the site stands without: what they say for good is only logged.

function startSideProcess(name: string, script: string): Supervisor {
  return supervise({ name, launch: () => forkScript(script), onFatal: (message) => console.error(message) })
}

/**
 * The identity provider of development and tests. Its address goes into the environment, which backend and workers are given
 * now and at every later start. Only sign-in by QQ and WeChat needs it.
 */
export async function startIdentityProvider({ oauth, backendSocket }: Config): Promise<Supervisor | undefined> {
  if (oauth.kind !== 'embedded' || oauth.embeddedUrl !== undefined || backendSocket === undefined) return undefined
  process.env.OAUTH_EMBEDDED_URL = `http://127.0.0.1:${await findFreePort()}`
  return startSideProcess('The embedded identity provider', 'identity-provider.js')
}

/** The payment provider of development and tests, in the same way. What was opened there can be paid again when it is back. */
export async function startPayProvider({ pay, backendSocket }: Config): Promise<Supervisor | undefined> {
  if (pay.kind !== 'embedded' || pay.embeddedUrl !== undefined || backendSocket === undefined) return undefined
  process.env.PAY_EMBEDDED_URL = `http://127.0.0.1:${await findFreePort()}`
  return startSideProcess('The embedded payment provider', 'pay-provider.js')
}

/** Encodes pictures. */
export function startAvifs({ avif }: Config): Supervisor | undefined {
  return avif ? startSideProcess('The process that encodes pictures', 'avif.js') : undefined
}

/** Takes teachers' streams. What it says for good, it says once. */
export function startIngest({ classroom, backendSocket }: Config): Supervisor | undefined {
  if (!classroom.ingest) return undefined
  if (backendSocket === undefined) {
    console.error('No streams are taken: RTMP_PORT has no effect with services elsewhere.')
    return undefined
  }
  const ingest = supervise({
    name: 'The process that takes streams',
    launch: () => forkScript('ingest.js'),
    onFatal(message) {
      console.error(message)
      ingest.expectEnd()
    },
  })
  return ingest
}
