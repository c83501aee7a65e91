import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { uploadFile } from '#client/features/upload/uploader.ts'
import { toast } from '#client/ui/toast-store.ts'
import { codeMessages, Code } from '#shared/contract/codes.ts'
import type { HomeworkFile } from '#shared/contract/homework.ts'
import { homeworkFileCount } from '#shared/contract/text-lengths.ts'
import { bytesAllowed, canShrink, uploadTypeOf } from '#shared/rules/upload-rules.ts'

/** A file on the sheet: on its way, there, or not sent. */
export interface WorkFile {
  key: string
  name: string
  contentType: string
  state: 'sending' | 'stored' | 'failed'
  /** Share that was sent, 0 to 1. */
  share: number
  /** Where it lies; undefined until it is stored. */
  url: string | undefined
  /** What the browser can show of it meanwhile. */
  preview: string | undefined
  error: string | undefined
  /** A photo that is larger than what is taken: its bytes, until it is made smaller. */
  tooLarge: number | undefined
}

export interface WorkFiles {
  files: readonly WorkFile[]
  add: (chosen: readonly File[]) => void
  retry: (key: string) => void
  /** Makes a photo that is too large smaller, and sends it. */
  shrink: (key: string) => void
  remove: (key: string) => void
  /** Moves a file by so many places. */
  move: (key: string, by: number) => void
  /** What was kept elsewhere takes the place of what is there. */
  reset: (stored: readonly HomeworkFile[]) => void
}

function toWorkFile({ url, name, contentType }: HomeworkFile): WorkFile {
  return {
    key: url,
    name,
    contentType,
    state: 'stored',
    share: 1,
    url,
    preview: undefined,
    error: undefined,
    tooLarge: undefined,
  }
}

function changed(files: readonly WorkFile[], key: string, values: Partial<WorkFile>): WorkFile[] {
  return files.map((one) => (one.key === key ? { ...one, ...values } : one))
}

function movedBy(files: readonly WorkFile[], key: string, by: number): readonly WorkFile[] {
  const at = files.findIndex((one) => one.key === key)
  const moved = files[at]
  const to = at + by
  if (!moved || to < 0 || to >= files.length) return files
  const rest = files.filter((one) => one.key !== key)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** The bytes of a photo that has to be made smaller before it is taken; undefined when it may go as it is, or nothing helps. */
function tooLargeOf(file: File): number | undefined {
  const type = uploadTypeOf(file.name)
  return type && canShrink(file.name) && file.size > bytesAllowed(type, 'study') ? file.size : undefined
}

/** A file as it stands on the sheet once it was chosen: on its way, or waiting to be made smaller. */
function toChosen(file: File): WorkFile {
  const type = uploadTypeOf(file.name)
  const tooLarge = tooLargeOf(file)
  return {
    ...toWorkFile({ url: crypto.randomUUID(), name: file.name, contentType: type?.contentType ?? file.type }),
    state: tooLarge === undefined ? 'sending' : 'failed',
    tooLarge,
    share: 0,
    url: undefined,
    preview: type?.raster === true ? URL.createObjectURL(file) : undefined,
  }
}

/** Files of a sheet: each is sent by itself, may fail and be sent again; the others stay. */
export function useWorkFiles(initial: readonly HomeworkFile[]): WorkFiles {
  const { api } = useApp()
  const [files, setFiles] = useState<readonly WorkFile[]>(() => initial.map(toWorkFile))
  const chosen = useRef(new Map<string, { file: File; stop: AbortController }>())
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const { stop } of chosen.current.values()) stop.abort()
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )

  const change = (key: string, values: Partial<WorkFile>): void => setFiles((before) => changed(before, key, values))

  const send = async (key: string, file: File): Promise<void> => {
    const stop = new AbortController()
    chosen.current.set(key, { file, stop })
    change(key, { state: 'sending', share: 0, error: undefined })
    try {
      const onProgress = (share: number): void => change(key, { share })
      const url = await uploadFile(file, { api, kind: 'study', onProgress, signal: stop.signal })
      setFiles((before) =>
        before.some((one) => one.key !== key && one.url === url)
          ? before.filter((one) => one.key !== key)
          : before.map((one) => (one.key === key ? { ...one, url, state: 'stored', share: 1 } : one)),
      )
    } catch (error) {
      if (stop.signal.aborted) return
      change(key, { state: 'failed', error: error instanceof UploadError ? error.message : codeMessages[Code.Fail] })
    }
  }

  const shrink = async (key: string, file: File, most: number): Promise<void> => {
    change(key, { state: 'sending', share: 0, error: undefined, tooLarge: undefined })
    const { shrinkPhoto } = await import('#client/features/homework/shrink-photo.ts')
    const small = await shrinkPhoto(file, most)
    // taken off the sheet meanwhile
    if (!chosen.current.has(key)) return
    if (!small) return change(key, { state: 'failed', error: '这台设备打不开这张照片，请换一张' })
    change(key, { name: small.name, contentType: small.type })
    await send(key, small)
  }

  return {
    files,
    shrink(key) {
      const kept = chosen.current.get(key)
      const type = kept && uploadTypeOf(kept.file.name)
      if (!kept || !type) return
      shrink(key, kept.file, bytesAllowed(type, 'study')).catch(() =>
        change(key, { state: 'failed', error: '没有缩小成，请再试一次', tooLarge: kept.file.size }),
      )
    },
    add(list) {
      const room = homeworkFileCount - files.length
      if (list.length > room) toast(`最多 ${homeworkFileCount} 个文件`, 'warn')
      const added = list.slice(0, Math.max(0, room)).map((file) => ({ file, shown: toChosen(file) }))
      for (const { file, shown } of added) {
        if (shown.preview !== undefined) previews.current.push(shown.preview)
        if (shown.tooLarge !== undefined) chosen.current.set(shown.key, { file, stop: new AbortController() })
      }
      setFiles((before) => [...before, ...added.map(({ shown }) => shown)])
      for (const { file, shown } of added) if (shown.tooLarge === undefined) void send(shown.key, file)
    },
    retry(key) {
      const kept = chosen.current.get(key)
      if (kept) void send(key, kept.file)
    },
    remove(key) {
      chosen.current.get(key)?.stop.abort()
      chosen.current.delete(key)
      setFiles((before) => before.filter((one) => one.key !== key))
    },
    move: (key, by) => setFiles((before) => movedBy(before, key, by)),
    reset(stored) {
      setFiles(stored.map(toWorkFile))
    },
  }
}

/** The addresses of those that are stored, in order. */
export function storedUrls(files: readonly WorkFile[]): string[] {
  return files.flatMap(({ url }) => url ?? [])
}
