import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestBackend, type TestBackend, testNow } from './backend-harness.ts'
import { type KeptCalls, keepCalls } from './kept-calls.ts'

/** The backend of a test file, from before its first test until after its last. Each test begins at the same moment. NOTE: empty until then. */
export function backendOfFile(env: Record<string, string> = {}): TestBackend {
  const backend = {} as TestBackend
  beforeAll(async () => {
    Object.assign(backend, await startTestBackend(env))
  })
  afterAll(() => backend.close?.())
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
