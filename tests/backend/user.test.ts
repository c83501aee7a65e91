import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

describe.each(['/api/user/info', '/api/auth/check/virtual/phoneNum'])('GET %s', (path) => {
  test('asks a visitor to log in', async () => {
    const response = await backend.agent.get(path)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ code: -3, body: null })
    expect(response.headers['cache-control']).toContain('no-store')
  })

  test('does not believe headers and cookies that anybody can write', async () => {
    const response = await backend.agent.get(path).set('Authorization', 'Bearer 1').set('Cookie', 'token=1; session=1').set('userId', '1')
    expect(response.body.code).toBe(-3)
  })
})
