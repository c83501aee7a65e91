import type { Clock } from '#server/backend/base/parts.ts'
import type { KeyedHash } from '#server/backend/base/secret.ts'
import type { Config } from '#server/config/config.ts'
import { createLocalStorage } from './local-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { ObjectStorage } from './storage.ts'

/** The storage of the configuration. */
export function openStorage(
  config: Pick<Config, 'storage' | 'dataDir'>,
  { clock, hash }: { clock: Clock; hash: KeyedHash },
): ObjectStorage {
  return config.storage.kind === 's3'
    ? createS3Storage({ config: config.storage, clock })
    : createLocalStorage({ dataDir: config.dataDir, hash })
}
