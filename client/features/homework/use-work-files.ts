import { useState } from 'react'
import { shrinkToFit, tooLargeOf } from '#client/features/upload/too-large.ts'
import { useFileSender } from '#client/features/upload/use-file-sender.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { HomeworkFile } from '#shared/contract/homework.ts'
import { homeworkFileCount } from '#shared/contract/text-lengths.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'

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

/** A file as it stands on the sheet once it was chosen: on its way, or waiting to be made smaller. */
function toChosen(file: File, preview: string | undefined): WorkFile {
  const type = uploadTypeOf(file.name)
  const tooLarge = tooLargeOf(file)
  return {
    ...toWorkFile({ url: crypto.randomUUID(), name: file.name, contentType: type?.contentType ?? file.type }),
    state: tooLarge === undefined ? 'sending' : 'failed',
    tooLarge,
    share: 0,
    url: undefined,
    preview,
  }
}

/** Files of a sheet: each is sent by itself, may fail and be sent again; the others stay. */
export function useWorkFiles(initial: readonly HomeworkFile[]): WorkFiles {
  const [files, setFiles] = useState<readonly WorkFile[]>(() => initial.map(toWorkFile))
  const change = (key: string, values: Partial<WorkFile>): void => setFiles((before) => changed(before, key, values))
  const sender = useFileSender({
    onProgress: (key, share) => change(key, { state: 'sending', share, error: undefined }),
    onFailed: (key, error) => change(key, { state: 'failed', error }),
    onStored: (key, url) =>
      setFiles((before) =>
        before.some((one) => one.key !== key && one.url === url)
          ? before.filter((one) => one.key !== key)
          : changed(before, key, { url, state: 'stored', share: 1 }),
      ),
  })

  const shrink = async (key: string, file: File): Promise<void> => {
    change(key, { state: 'sending', share: 0, error: undefined, tooLarge: undefined })
    const small = await shrinkToFit(file)
    // taken off the sheet meanwhile
    if (!sender.fileOf(key)) return
    if (!small) return change(key, { state: 'failed', error: '这台设备打不开这张照片，请换一张' })
    change(key, { name: small.name, contentType: small.type })
    sender.send(key, small)
  }

  return {
    files,
    shrink(key) {
      const file = sender.fileOf(key)
      if (!file) return
      shrink(key, file).catch(() =>
        change(key, { state: 'failed', error: '没有缩小成，请再试一次', tooLarge: file.size }),
      )
    },
    add(list) {
      const room = homeworkFileCount - files.length
      if (list.length > room) toast(`最多 ${homeworkFileCount} 个文件`, 'warn')
      const added = list
        .slice(0, Math.max(0, room))
        .map((file) => ({ file, shown: toChosen(file, sender.previewOf(file)) }))
      setFiles((before) => [...before, ...added.map(({ shown }) => shown)])
      for (const { file, shown } of added) {
        if (shown.tooLarge === undefined) sender.send(shown.key, file)
        else sender.hold(shown.key, file)
      }
    },
    retry: sender.retry,
    remove(key) {
      sender.drop(key)
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
