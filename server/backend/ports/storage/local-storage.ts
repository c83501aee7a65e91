import { createReadStream } from 'node:fs'
import { access, link, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type KeyedHash, randomToken } from '#server/backend/base/secret.ts'
import type { ObjectStorage, OwnAddresses, UploadPermit } from './storage.ts'

export interface LocalStorageOptions {
  /** Holds `uploads` and `private`. */
  readonly dataDir: string
  readonly hash: KeyedHash
}

const uploadKey = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[\w-]+\.[a-z0-9]+$/
const privateKey = /^private(?:\/[\w-]+)+(?:\.[a-z0-9]+)+$/

/** Under the site's own address: see `server/site/upload-shelf.ts`. */
const publicPrefix = '/media/uploads'
export const storageRoute = '/api/storage'

/** What was written is on the disk also when the machine stops now. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code
}

/** How large files are, and parts of them. */
function createParts(pathOf: (key: string) => string): Pick<OwnAddresses, 'sizeOf' | 'getPart'> {
  return {
    sizeOf: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    async getPart(key, { from, to }) {
      const handle = await open(pathOf(key), 'r')
      return createReadStream('', { fd: handle, start: from, end: to })
    },
  }
}

/** Files in the data folder, in two levels of folders by key. */
export function createLocalStorage({ dataDir, hash }: LocalStorageOptions): ObjectStorage {
  function pathOf(key: string): string {
    if (uploadKey.test(key)) return join(dataDir, 'uploads', key)
    if (privateKey.test(key)) return join(dataDir, key)
    throw new Error(`${key} is no key of the storage`)
  }

  const putText = ({ key, userId, contentType, size, md5, expiresAt }: UploadPermit): string =>
    [key, userId, contentType, size ?? '', md5.toLowerCase(), expiresAt].join('\n')
  const getText = (key: string, expiresAt: number, fileName: string): string => [key, expiresAt, fileName].join('\n')

  async function prepare(key: string): Promise<string> {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    return path
  }

  return {
    own: {
      isPut: (permit, signature) => hash.isSeal('storage put', putText(permit), signature),
      isGet: (key, expiresAt, fileName, signature) =>
        hash.isSeal('storage get', getText(key, expiresAt, fileName), signature),
      ...createParts(pathOf),
    },
    async presignPut(permit) {
      const signature = hash.seal('storage put', putText(permit))
      const size = permit.size === undefined ? '' : `&size=${permit.size}`
      return `${storageRoute}/${permit.key}?expires=${permit.expiresAt}${size}&signature=${signature}`
    },
    openSent: async () => undefined,
    dropSent: async () => undefined,
    publicUrl(key) {
      if (!uploadKey.test(key)) throw new Error(`${key} has no public address`)
      return `${publicPrefix}/${key}`
    },
    async exists(key) {
      return access(pathOf(key)).then(
        () => true,
        () => false,
      )
    },
    get: async (key) => {
      const handle = await open(pathOf(key), 'r')
      return createReadStream('', { fd: handle })
    },
    async putFile(key, path, _meta) {
      const place = await prepare(key)
      try {
        await link(path, place)
        await syncPath(dirname(place))
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error
      }
      await unlink(path)
    },
    async put(key, bytes, _meta) {
      const place = await prepare(key)
      const beside = `${place}.${randomToken()}`
      try {
        const handle = await open(beside, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(beside, place)
        await syncPath(dirname(place))
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async signedGet(key, expiresAt, fileName) {
      const signature = hash.seal('storage get', getText(key, expiresAt, fileName))
      return `${storageRoute}/${key}?expires=${expiresAt}&name=${encodeURIComponent(fileName)}&signature=${signature}`
    },
  }
}
