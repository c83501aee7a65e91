import { createHash } from 'node:crypto'
import type { Response } from 'supertest'
import type { CallOutput } from '#shared/contract/calls.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { readEnvelope, type TestBackend } from './backend-harness.ts'

export function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

export interface UploadInput {
  name: string
  bytes: Buffer
  key?: string
  contentType?: string
  /** Instead of the length of `bytes`; null: not told. */
  size?: number | null
}

type Permit = CallOutput<'GET /api/common/pre-upload'>

/** The first step of an upload; throws `ApiError`. */
export async function askUpload(
  backend: TestBackend,
  cookie: string,
  { name, bytes, key = '', contentType, size = bytes.length }: UploadInput,
): Promise<Permit> {
  const query = {
    name,
    key,
    contentType: contentType ?? uploadTypeOf(name)?.contentType ?? 'application/octet-stream',
    md5: md5Of(bytes),
    ...(size === null ? {} : { size }),
  }
  return readEnvelope<Permit>(
    await backend.agent.get('/api/common/pre-upload').set('reqSource', 'pcSite').set('Cookie', cookie).query(query),
  )
}

/** The second step; answers as the server does. */
export async function sendUpload(
  backend: TestBackend,
  permit: Permit,
  bytes: Buffer,
  contentType = permit.contentType,
): Promise<Response> {
  return backend.agent.put(permit.uploadUrl).set('Content-Type', contentType).send(bytes)
}

/** Both steps; answers the address. */
export async function uploadFile(backend: TestBackend, cookie: string, input: UploadInput): Promise<string> {
  const permit = await askUpload(backend, cookie, input)
  if (permit.uploadUrl === '') return permit.resUrl
  const answer = await sendUpload(backend, permit, input.bytes)
  if (answer.status !== 200) throw new Error(`PUT answered ${answer.status}: ${answer.text}`)
  return permit.resUrl
}
