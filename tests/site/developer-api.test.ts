import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#shared/contract/index.ts'
import { loopbackHost, type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school?.close())

const get = (path: string) => school.site.get(path).set('Host', loopbackHost)

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[]
  readonly requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  readonly responses: Record<string, unknown>
}

interface Openapi {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, unknown> }
}

async function readDocument(): Promise<{ document: Openapi; text: string }> {
  const { status, text, headers } = await get('/dev/api/openapi.json')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  return { document: JSON.parse(text) as Openapi, text }
}

describe('OpenAPI of the contract', () => {
  test('has every call once, under its own name', async () => {
    const { document } = await readDocument()
    expect(document.openapi).toMatch(/^3\.1\./)
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(allEndpoints.map(({ route }) => route).sort())
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test('points nowhere that is not in the document', async () => {
    const { document, text } = await readDocument()
    const targets = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '')
    expect(targets.length).toBeGreaterThan(400)
    for (const target of new Set(targets)) {
      expect(target).toMatch(/^#\/components\/schemas\//)
      expect(Object.keys(document.components.schemas)).toContain(target.replace('#/components/schemas/', ''))
    }
  })

  test('shows inputs: a GET’s address, a POST’s body', async () => {
    const { document } = await readDocument()
    const detail = document.paths['/api/course/course-detail']?.get
    expect(detail?.parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'query', required: true }))
    const login = document.paths['/api/auth/login']?.post
    expect(login?.requestBody?.content['application/json']?.schema.properties).toHaveProperty('loginType')
    expect(JSON.stringify(detail?.responses)).toContain('coverImg')
  })
})

describe('the page of calls', () => {
  test('names every call, who may make it, and the codes', async () => {
    const { status, text } = await get('/dev/api')
    expect(status).toBe(200)
    for (const { route } of allEndpoints) expect(text).toContain(`<code>${route}</code>`)
    expect(text).toContain('<td><code>4004</code></td>')
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/)
  })

  test.each(['/dev/api', '/dev/api/openapi.json'])('%s is at this machine only, and kept by nobody', async (path) => {
    expect((await get(path)).headers['cache-control']).toBe('no-store')
    expect((await get(path).set('X-Forwarded-For', '127.0.0.1')).status).toBe(404)
    expect((await school.site.get(path).set('Host', 'school.test')).status).toBe(404)
  })
})
