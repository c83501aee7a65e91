/** What may be uploaded: the same rules in the browser and on the server (spec §5, §9). */

export type UploadKind = 'image' | 'video' | 'audio' | 'archive'
/** 'study': work of learners and what comes back, which only who it concerns may see. */
export type UploadPurpose = 'file' | 'avatar' | 'study'

/** Where files of learners' work are asked for, by whoever may see them. */
export const studyFilePath = '/api/study/file'

const megabyte = 1024 * 1024

/** Largest file of a kind, in megabytes. */
export const uploadLimits: Readonly<Record<UploadKind, number>> = { image: 5, video: 200, audio: 10, archive: 100 }
export const avatarLimit = 1
/** The fingerprint of a file is computed in pieces of this size. */
export const md5ChunkBytes = 2 * megabyte

export interface UploadType {
  readonly extension: string
  readonly kind: UploadKind
  /** What the file is stored and served as. */
  readonly contentType: string
  /** May be an avatar: every browser shows it, and nothing in it can run. */
  readonly raster: boolean
  /** Shown or played in the page; the others are only downloaded. */
  readonly inline: boolean
  /** Other names for `contentType` that systems give such files. */
  readonly aliases: readonly string[]
  /** Taken with learners' work only: what browsers record, and photos that are kept as JPEG. */
  readonly studyOnly?: true
}

const raster = { raster: true, inline: true, aliases: [] } as const
const played = { raster: false, inline: true, aliases: [] } as const
const saved = { raster: false, inline: false, aliases: [] } as const
const jpeg = { ...raster, kind: 'image', contentType: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'] } as const
/** What browsers say of files that their system has no name for. */
const nameless = 'application/octet-stream'

const heic = {
  ...saved,
  kind: 'image',
  contentType: 'image/heic',
  aliases: ['image/heif', nameless],
  studyOnly: true,
} as const

const types: readonly UploadType[] = [
  { ...raster, extension: 'png', kind: 'image', contentType: 'image/png' },
  { ...jpeg, extension: 'jpg' },
  { ...jpeg, extension: 'jpeg' },
  { ...raster, extension: 'bmp', kind: 'image', contentType: 'image/bmp', aliases: ['image/x-ms-bmp', 'image/x-bmp'] },
  { ...raster, extension: 'gif', kind: 'image', contentType: 'image/gif' },
  { ...raster, extension: 'webp', kind: 'image', contentType: 'image/webp' },
  {
    ...saved,
    extension: 'psd',
    kind: 'image',
    contentType: 'image/vnd.adobe.photoshop',
    aliases: ['image/x-photoshop', 'application/x-photoshop', 'application/photoshop', nameless],
  },
  { ...saved, extension: 'svg', kind: 'image', contentType: 'image/svg+xml' },
  { ...saved, extension: 'tiff', kind: 'image', contentType: 'image/tiff' },
  { ...heic, extension: 'heic' },
  { ...heic, extension: 'heif' },
  { ...played, extension: 'mp4', kind: 'video', contentType: 'video/mp4' },
  { ...played, extension: 'mov', kind: 'video', contentType: 'video/quicktime' },
  { ...played, extension: 'mp3', kind: 'audio', contentType: 'audio/mpeg', aliases: ['audio/mp3', 'audio/x-mp3'] },
  {
    ...played,
    extension: 'weba',
    kind: 'audio',
    contentType: 'audio/webm',
    aliases: ['video/webm'],
    studyOnly: true,
  },
  {
    ...played,
    extension: 'm4a',
    kind: 'audio',
    contentType: 'audio/mp4',
    aliases: ['audio/x-m4a', 'audio/m4a'],
    studyOnly: true,
  },
  {
    ...saved,
    extension: 'zip',
    kind: 'archive',
    contentType: 'application/zip',
    aliases: ['application/x-zip-compressed', 'application/x-zip', nameless],
  },
  {
    ...saved,
    extension: 'rar',
    kind: 'archive',
    contentType: 'application/vnd.rar',
    aliases: ['application/x-rar-compressed', 'application/x-rar', 'application/x-compressed', nameless],
  },
]
const byExtension = new Map(types.map((entry) => [entry.extension, entry]))

export const uploadTexts = {
  avatarTooBig: '头像上传失败（头像大小不能超过1M）',
  tooBig: (megabytes: number) => `文件大小不能超过${megabytes}M`,
  wrongType: (name: string) => `${name}是不支持的类型`,
  md5Failed: '获取文件md5发生错误',
  readFailed: '文件读取失败',
  noHeic: '这里不收 HEIC 照片，请存成 JPEG 再上传',
  broken: (name: string) => `${name}没有传完整或已损坏，请换一张`,
  virus: (name: string) => `${name}含有病毒，不能上传`,
  avatarHint: 'jpg, png, bmg',
} as const

/** Whether a photo of this name can be made smaller where it is chosen: one that stands still and that some browser shows. */
export function canShrink(name: string): boolean {
  const type = uploadTypeOf(name)
  return type !== undefined && ((type.raster && type.extension !== 'gif') || type.contentType === heic.contentType)
}

const isPhotoType = (entry: UploadType): boolean => entry.raster || entry.contentType === heic.contentType

/** Whether a file of this name is a photo that anybody can look at once it is kept. */
export function isPhoto(name: string): boolean {
  const type = uploadTypeOf(name)
  return type !== undefined && isPhotoType(type)
}

/** The extensions of a file dialog's `accept`. */
export function acceptedExtensions(kind: UploadKind | 'avatar' | 'photo', purpose: UploadPurpose = 'file'): string {
  const isOf = (entry: UploadType): boolean => {
    if (kind === 'photo') return isPhotoType(entry)
    return kind === 'avatar' ? entry.raster : entry.kind === kind
  }
  return types
    .filter((entry) => (purpose === 'study' || !entry.studyOnly) && isOf(entry))
    .map((entry) => `.${entry.extension}`)
    .join(',')
}

/** The type of a file name by its last extension, in capitals or not; undefined when it isn't one of ours. */
export function uploadTypeOf(name: string): UploadType | undefined {
  const [, extension] = /\.([a-z0-9]+)$/i.exec(name) ?? []
  return extension === undefined ? undefined : byExtension.get(extension.toLowerCase())
}

/** Whether a declared content type says the same as the extension; browsers that know none say ''. */
export function agrees(entry: UploadType, declared: string): boolean {
  const plain = (declared.split(';')[0] ?? '').trim().toLowerCase()
  return plain === '' || plain === entry.contentType || entry.aliases.includes(plain)
}

/** Largest size in megabytes for this use. */
export function megabytesAllowed(entry: UploadType, purpose: UploadPurpose): number {
  return purpose === 'avatar' ? avatarLimit : uploadLimits[entry.kind]
}

export function bytesAllowed(entry: UploadType, purpose: UploadPurpose): number {
  return megabytesAllowed(entry, purpose) * megabyte
}

export function tooBigText(entry: UploadType, purpose: UploadPurpose): string {
  return purpose === 'avatar' ? uploadTexts.avatarTooBig : uploadTexts.tooBig(uploadLimits[entry.kind])
}

/** Why a file isn't taken, in the words of the rules; undefined when it is. `size` in bytes. */
export function refuseUpload(
  file: { name: string; contentType: string; size: number | undefined },
  purpose: UploadPurpose,
): string | undefined {
  const entry = uploadTypeOf(file.name)
  const isOdd = !entry || !agrees(entry, file.contentType)
  if (isOdd || (purpose === 'avatar' && !entry.raster) || (entry.studyOnly && purpose !== 'study'))
    return uploadTexts.wrongType(file.name)
  return file.size !== undefined && file.size > bytesAllowed(entry, purpose) ? tooBigText(entry, purpose) : undefined
}
