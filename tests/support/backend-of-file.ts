import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { allBindings } from '#server/backend/all-bindings.ts'
import { bindContract } from '#server/backend/bind-contract.ts'
import { callStatements } from '#server/backend/db/statement-limits.ts'
import { callLimits } from '#server/backend/http/call-limits.ts'
import { startTestBackend, type TestBackend, testNow } from './backend-harness.ts'
import { startIdentityProvider, type TestIdentityProvider } from './identity-provider.ts'
import { type KeptCalls, keepCalls } from './kept-calls.ts'

/**
 * The backend of a test file, from before its first test until after its last. Each test begins at the same moment. `env` is a function
 * where it is known only when the backend starts. NOTE: empty until then.
 */
export function backendOfFile(env: Record<string, string> | (() => Record<string, string>) = {}): TestBackend {
  const backend = {} as TestBackend
  beforeAll(async () => {
    Object.assign(backend, await startTestBackend(typeof env === 'function' ? env() : env))
  })
  afterAll(() => backend.close?.())
  beforeEach(() => backend.clock.set(testNow))
  return backend
}

/** A busy machine isn't what is asked: no call, and no wait for another one, is refused for its time. */
const patient = { ...callLimits, callMs: 60_000, stepsMs: 120_000 }
const patientStatements = { ...callStatements, statementMs: 60_000, lockMs: 60_000 }

/** The same for tests in which calls wait for each other, or thousands follow each other. */
export function patientBackendOfFile(env: Record<string, string> = {}): TestBackend {
  const backend = {} as TestBackend
  let calls: KeptCalls | undefined
  beforeAll(async () => {
    const started = await startTestBackend(env, { statements: patientStatements })
    calls = await keepCalls(bindContract(started.context, allBindings(), patient), 8)
    Object.assign(backend, started, { as: calls.as })
  }, 300_000)
  afterAll(async () => {
    await calls?.close()
    await backend.close?.()
  })
  beforeEach(() => backend.clock.set(testNow))
  return backend
}

/** The front of that backend for many calls at once. */
export function callsOfFile(backend: TestBackend, clients: number): KeptCalls {
  const calls = {} as KeptCalls
  beforeAll(async () => {
    Object.assign(calls, await keepCalls(backend.listener, clients))
  })
  afterAll(() => calls.close?.())
  return calls
}

/** Who a test file's people sign in with elsewhere. */
export function identityProviderOfFile(): TestIdentityProvider {
  const provider = {} as TestIdentityProvider
  beforeAll(async () => {
    Object.assign(provider, await startIdentityProvider('http://127.0.0.1:3000'))
  })
  afterAll(() => provider.stop?.())
  return provider
}

/** A folder that goes with the test file. */
export function folderOfFile(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
