import * as z from 'zod/mini'
import { flag, matching, serviceUrl, setting, text, type Values } from './setting.ts'

export const storageSettings = {
  STORAGE: setting(
    z._default(z.enum(['local', 's3']), 'local'),
    'where uploads and exports lie: `local` (under `DATA_DIR`) or `s3`',
  ),
  SCANNER_URL: setting(
    matching(/^(tcp:\/\/[^/\s]+:\d+|unix:\/\S+)$/, 'must be tcp://host:port or unix:/path of a clamd'),
    "a clamd (`tcp://host:port` or `unix:/path`) that looks at every upload before it is kept; while it can't be asked, uploads answer 503. Its `StreamMaxLength` must be at least 200 MB, its own limits say how deep it looks into archives",
  ),
  HEIC_PHOTOS: setting(
    flag(true),
    "takes HEIC photos with learners' work and keeps them as JPEG. They are decoded by libheif with libde265 as WebAssembly (`heic-decode`, `libheif-js`: LGPL-3.0), in a thread, one at a time; H.265 has patents in some countries",
  ),
  S3_ENDPOINT: setting(serviceUrl, 'an S3-compatible service, addressed by path'),
  S3_REGION: setting(text('auto'), 'the region in signatures'),
  S3_BUCKET: setting(
    text(''),
    'its bucket; browsers PUT there, so its CORS rules must let `ORIGIN` PUT with `Content-Type`',
  ),
  S3_KEY_ID: setting(text(''), 'the access key; its owner reads, writes and deletes everything in the bucket'),
  S3_KEY_SECRET: setting(text(''), 'its secret'),
  S3_PUBLIC_URL: setting(
    serviceUrl,
    'where `uploads/` is read by everybody; `incoming/` and `private/` must stay closed',
    'the bucket itself',
  ),
}

/** Where uploads go. */
export interface StorageConfig {
  readonly kind: 'local' | 's3'
  /** Takes HEIC photos with learners' work. */
  readonly takesHeic: boolean
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  readonly keyId: string
  readonly keySecret: string
  /** Where the bucket's objects are read; the endpoint when it isn't set. */
  readonly publicUrl: string | undefined
}

export function readStorageConfig(raw: Values<typeof storageSettings>): StorageConfig {
  return {
    kind: raw.STORAGE,
    takesHeic: raw.HEIC_PHOTOS,
    endpoint: raw.S3_ENDPOINT,
    region: raw.S3_REGION,
    bucket: raw.S3_BUCKET,
    keyId: raw.S3_KEY_ID,
    keySecret: raw.S3_KEY_SECRET,
    publicUrl: raw.S3_PUBLIC_URL,
  }
}
