import * as z from 'zod/mini'
import { sessionCookieNames } from '#server/config/config.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { contract } from '#shared/contract/index.ts'

type Schema = Record<string, unknown>
type Schemas = Map<string, Schema>

const envelope: Schema = {
  type: 'object',
  required: ['code', 'msg', 'body', 'Time'],
  properties: {
    code: { type: 'integer', description: '1 is success; what else there is stands in x-codes.' },
    msg: { type: 'string' },
    body: {},
    Time: { type: 'integer', description: 'Epoch milliseconds of the server.' },
  },
}

/** Definitions that a schema brings along stand with all others: a reference inside it would mean the whole document. */
function hoist(name: string, schema: Schema, schemas: Schemas): Schema {
  const { $schema: _, $defs = {}, ...own } = schema
  const text = JSON.stringify(own)
  const rename = (value: string): string =>
    value
      .replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
      .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`)
  for (const [key, part] of Object.entries($defs as Record<string, Schema>))
    schemas.set(`${name}.${key}`, JSON.parse(rename(JSON.stringify(part))) as Schema)
  const whole = JSON.parse(rename(text)) as Schema
  if (!text.includes('"$ref":"#"')) return whole
  schemas.set(name, whole)
  return { $ref: `#/components/schemas/${name}` }
}

function schemaOf(type: z.core.$ZodType, io: 'input' | 'output', name: string, schemas: Schemas): Schema {
  return hoist(name, z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema, schemas)
}

function parametersOf(input: Schema): Schema[] {
  const required = new Set((input.required ?? []) as string[])
  return Object.entries((input.properties ?? {}) as Record<string, Schema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
}

const securityOf: Readonly<Record<Endpoint['access'], object[]>> = {
  public: [],
  user: [{ session: [] }],
  staff: [{ session: [] }],
}

function operationOf(noun: string, key: string, endpoint: Endpoint, schemas: Schemas): Schema {
  const id = `${noun}.${key}`
  const input = schemaOf(endpoint.input, 'input', `${id}.input`, schemas)
  const body = schemaOf(endpoint.output, 'output', `${id}.body`, schemas)
  const isPost = endpoint.method === 'POST'
  return {
    operationId: id,
    tags: [noun],
    security: securityOf[endpoint.access],
    ...(isPost
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : { parameters: parametersOf(input) }),
    responses: {
      200: {
        description: 'The answer, or an expected refusal with a code of its own.',
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { body } }] },
          },
        },
      },
      default: {
        description: 'Malformed (400), unknown (404), method (405), size (413), rate (429) or down (502, 503).',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
      },
    },
    'x-service': endpoint.service,
    'x-access': endpoint.access,
    'x-writes': endpoint.writes,
    ...(endpoint.right === undefined ? {} : { 'x-right': endpoint.right }),
  }
}

/** The contract as OpenAPI 3.1 (JSON text): every call with its input, its answer, who may call it, and the catalogue of codes. */
export function renderOpenapi(version = '0.1.0'): string {
  const schemas: Schemas = new Map([['Envelope', envelope]])
  const paths = new Map<string, Schema>()
  for (const [noun, calls] of Object.entries(contract))
    for (const [key, endpoint] of Object.entries(calls) as [string, Endpoint][]) {
      const operation = operationOf(noun, key, endpoint, schemas)
      paths.set(endpoint.path, { ...paths.get(endpoint.path), [endpoint.method.toLowerCase()]: operation })
    }
  const codes = Object.entries(Code).map(([name, code]) => ({ name, code, msg: codeMessages[code] }))
  const document = {
    openapi: '3.1.1',
    info: { title: '学园', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieNames[1] } },
    },
    'x-codes': codes,
  }
  return `${JSON.stringify(document)}\n`
}
