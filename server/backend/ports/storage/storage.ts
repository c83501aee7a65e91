import type { Readable } from 'node:stream'

/** One PUT that a browser may make. */
export interface UploadPermit {
  readonly key: string
  readonly contentType: string
  /** Bytes; undefined when they weren't told: then the kind's limit holds. */
  readonly size: number | undefined
  /** 32 hex digits. */
  readonly md5: string
  /** Whose file it is. */
  readonly userId: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** What goes along with stored bytes. */
export interface ObjectMeta {
  readonly contentType: string
  /** Browsers are told to save it, not to show it. */
  readonly asDownload: boolean
}

/** Signatures of the addresses at which the backend itself takes and gives files, and parts of what it gives. */
export interface OwnAddresses {
  isPut(permit: UploadPermit, signature: string): boolean
  isGet(key: string, expiresAt: number, fileName: string, signature: string): boolean
  /** Bytes of an object; undefined when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** The bytes from `from` to `to`, both counted. Throws when there is no such object. */
  getPart(key: string, part: { readonly from: number; readonly to: number }): Promise<Readable>
}

/**
 * Where files lie. Keys of uploads are read by everybody who knows them; keys that begin with `private/` only by a signed
 * address. What a browser sends isn't an object yet: it waits aside until it was looked at.
 */
export interface ObjectStorage {
  /** undefined when browsers send to and read from somebody else. */
  readonly own: OwnAddresses | undefined
  /** Where to PUT the file: good until `expiresAt`, and for this length, type and content only. */
  presignPut(permit: UploadPermit): Promise<string>
  /** What was sent to a presigned address that isn't our own; undefined when nothing has come. */
  openSent(key: string): Promise<Readable | undefined>
  /** Forgets what was sent. */
  dropSent(key: string): Promise<void>
  publicUrl(key: string): string
  exists(key: string): Promise<boolean>
  /** Throws when there is no such object. */
  get(key: string): Promise<Readable>
  /** Moves a file of this machine to its place; it is gone from `path` afterwards. An object that is there stays. */
  putFile(key: string, path: string, meta: ObjectMeta): Promise<void>
  put(key: string, bytes: Uint8Array, meta: ObjectMeta): Promise<void>
  /** Nothing happens when it isn't there. */
  remove(key: string): Promise<void>
  /** An address that gives the object as a download named `fileName` until `expiresAt` (epoch milliseconds). */
  signedGet(key: string, expiresAt: number, fileName: string): Promise<string>
}
