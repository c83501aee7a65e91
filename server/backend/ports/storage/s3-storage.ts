import { createReadStream } from 'node:fs'
import { stat, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { type Dispatcher, request } from 'undici'
import type { StorageConfig } from '#server/config/storage-config.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'
import type { ObjectMeta, ObjectStorage } from './storage.ts'

export interface S3StorageOptions {
  readonly config: Pick<StorageConfig, 'endpoint' | 'region' | 'bucket' | 'keyId' | 'keySecret' | 'publicUrl'>
  readonly clock: { now(): number }
}

interface Call {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readable | Uint8Array
}

const silenceMs = 30_000
const yearSeconds = 365 * 86_400

/** An answer of the bucket that isn't the expected one. */
class BucketError extends Error {}

function trimSlash(url: string): string {
  return withoutEndSlashes(url)
}

function attachment(fileName: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

interface Presigned {
  /** Epoch ms. */
  readonly expiresAt: number
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Addresses and calls that are signed for a bucket. */
function createSigned({ config, clock }: S3StorageOptions, base: string) {
  const keys = { accessKeyId: config.keyId, secretAccessKey: config.keySecret, service: 's3', region: config.region }
  // Of the form 20261121T211630Z
  const now = (): string => new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '')

  async function presign(
    method: string,
    object: string,
    { expiresAt, headers = {}, query = {} }: Presigned,
  ): Promise<string> {
    const url = new URL(`${base}/${object}`)
    url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.floor((expiresAt - clock.now()) / 1000))))
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // allHeaders: else type and length would be left out of the signature.
    const signed = await new AwsV4Signer({
      ...keys,
      method,
      url: url.href,
      headers,
      datetime: now(),
      signQuery: true,
      allHeaders: true,
    }).sign()
    return signed.url.href
  }

  async function call(
    method: Dispatcher.HttpMethod,
    object: string,
    { headers = {}, body }: Call = {},
  ): Promise<Dispatcher.ResponseData> {
    const signed = await new AwsV4Signer({ ...keys, method, url: `${base}/${object}`, headers, datetime: now() }).sign()
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    })
  }

  return { presign, call }
}

/** Reads away the answer's body; throws unless the status is one of these. */
async function expectStatus(answer: Dispatcher.ResponseData, ...allowed: number[]): Promise<void> {
  await answer.body.dump()
  if (!allowed.includes(answer.statusCode)) throw new BucketError(`The bucket answered ${answer.statusCode}`)
}

/**
 * Files in an S3-compatible bucket, addressed by path. Browsers send to `incoming/`, which nobody reads; `uploads/` must be
 * readable by everybody, `private/` by nobody.
 */
export function createS3Storage({ config, clock }: S3StorageOptions): ObjectStorage {
  const base = `${trimSlash(config.endpoint ?? '')}/${config.bucket}`
  const publicBase = config.publicUrl ? trimSlash(config.publicUrl) : base
  const objectOf = (key: string): string => (key.startsWith('private/') ? key : `uploads/${key}`)

  const { presign, call } = createSigned({ config, clock }, base)

  async function read(object: string): Promise<Readable | undefined> {
    const answer = await call('GET', object)
    if (answer.statusCode === 200) return answer.body
    await expectStatus(answer, 404)
    return undefined
  }

  async function write(
    key: string,
    body: Readable | Uint8Array,
    size: number,
    { contentType, asDownload }: ObjectMeta,
  ): Promise<void> {
    const isPublic = !key.startsWith('private/')
    const headers = {
      'content-length': String(size),
      'content-type': contentType,
      'cache-control': isPublic ? `public,max-age=${yearSeconds},immutable` : 'private, no-store',
      ...(asDownload ? { 'content-disposition': 'attachment' } : {}),
    }
    await expectStatus(await call('PUT', objectOf(key), { headers, body }), 200)
  }

  return {
    own: undefined,
    presignPut({ key, contentType, size, expiresAt }) {
      const length: Record<string, string> = size === undefined ? {} : { 'content-length': String(size) }
      return presign('PUT', `incoming/${key}`, { expiresAt, headers: { 'content-type': contentType, ...length } })
    },
    openSent: (key) => read(`incoming/${key}`),
    dropSent: async (key) => expectStatus(await call('DELETE', `incoming/${key}`), 200, 204, 404),
    publicUrl: (key) => `${publicBase}/${objectOf(key)}`,
    async exists(key) {
      const answer = await call('HEAD', objectOf(key))
      await expectStatus(answer, 200, 404)
      return answer.statusCode === 200
    },
    async get(key) {
      const body = await read(objectOf(key))
      if (!body) throw new BucketError(`The bucket has no ${key}`)
      return body
    },
    async putFile(key, path, meta) {
      await write(key, createReadStream(path), (await stat(path)).size, meta)
      await unlink(path)
    },
    put: (key, bytes, meta) => write(key, bytes, bytes.length, meta),
    remove: async (key) => expectStatus(await call('DELETE', objectOf(key)), 200, 204, 404),
    signedGet: (key, expiresAt, fileName) =>
      presign('GET', objectOf(key), { expiresAt, query: { 'response-content-disposition': attachment(fileName) } }),
  }
}
