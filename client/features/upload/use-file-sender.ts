import { useEffect, useRef } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { uploadFile } from '#client/features/upload/uploader.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'

/** What becomes of a file on its way, under the key of its sending. */
interface FileFate {
  /** The share that is done, 0 to 1; 0 again when it is sent anew. */
  onProgress: (key: string, share: number) => void
  onStored: (key: string, url: string) => void
  /** With words to show. */
  onFailed: (key: string, message: string) => void
}

export interface FileSender {
  /** What the browser can show of a file before it lies anywhere; undefined for what it can't show. */
  previewOf: (file: File) => string | undefined
  send: (key: string, file: File) => void
  /** Keeps a file that isn't sent yet. */
  hold: (key: string, file: File) => void
  /** What is on its way, or held; undefined once it was dropped. */
  fileOf: (key: string) => File | undefined
  retry: (key: string) => void
  /** Stops a sending, and forgets its file. */
  drop: (key: string) => void
}

/** Sends learners' work, each file by itself: one may fail and be sent again, the others go on. All stop when who asked for it goes. */
export function useFileSender(fate: FileFate): FileSender {
  const { api } = useApp()
  const latest = useRef(fate)
  latest.current = fate
  const sendings = useRef(new Map<string, { file: File; stop: AbortController }>())
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const { stop } of sendings.current.values()) stop.abort()
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )

  const send = async (key: string, file: File): Promise<void> => {
    const stop = new AbortController()
    sendings.current.set(key, { file, stop })
    const onProgress = (share: number): void => latest.current.onProgress(key, share)
    onProgress(0)
    try {
      const url = await uploadFile(file, { api, kind: 'study', onProgress, signal: stop.signal })
      latest.current.onStored(key, url)
    } catch (error) {
      if (stop.signal.aborted) return
      latest.current.onFailed(key, error instanceof UploadError ? error.message : codeMessages[Code.Fail])
    }
  }

  return {
    previewOf(file) {
      if (uploadTypeOf(file.name)?.raster !== true) return undefined
      const address = URL.createObjectURL(file)
      previews.current.push(address)
      return address
    },
    send: (key, file) => void send(key, file),
    hold: (key, file) => void sendings.current.set(key, { file, stop: new AbortController() }),
    fileOf: (key) => sendings.current.get(key)?.file,
    retry(key) {
      const kept = sendings.current.get(key)
      if (kept) void send(key, kept.file)
    },
    drop(key) {
      sendings.current.get(key)?.stop.abort()
      sendings.current.delete(key)
    },
  }
}
