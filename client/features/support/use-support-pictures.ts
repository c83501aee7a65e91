import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import { toast } from '#client/ui/toast-store.ts'
import { uploadTexts, uploadTypeOf } from '#shared/rules/upload-rules.ts'

/** A picture on its way, there, or not sent. */
export interface SentPicture {
  readonly key: string
  readonly name: string
  /** What the browser shows of it. */
  readonly preview: string
  readonly state: 'sending' | 'stored' | 'failed'
  /** Share that was sent, 0 to 1. */
  readonly share: number
  readonly url: string | undefined
  readonly error: string | undefined
}

interface SupportPictures {
  pictures: readonly SentPicture[]
  add: (files: readonly File[], most: number) => void
  retry: (key: string) => void
  remove: (key: string) => void
  clear: () => void
}

/** Pictures of the next message: each is sent by itself, may fail and be sent again. Only who answers can see them. */
export function useSupportPictures(): SupportPictures {
  const { api } = useApp()
  const [pictures, setPictures] = useState<readonly SentPicture[]>([])
  const chosen = useRef(new Map<string, { file: File; stop: AbortController; preview: string }>())
  useEffect(
    () => () => {
      for (const { stop, preview } of chosen.current.values()) {
        stop.abort()
        URL.revokeObjectURL(preview)
      }
    },
    [],
  )
  const change = (key: string, values: Partial<SentPicture>): void =>
    setPictures((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const drop = (key: string): void => {
    const kept = chosen.current.get(key)
    kept?.stop.abort()
    if (kept) URL.revokeObjectURL(kept.preview)
    chosen.current.delete(key)
  }
  const send = async (key: string): Promise<void> => {
    const kept = chosen.current.get(key)
    if (!kept) return
    change(key, { state: 'sending', share: 0, error: undefined })
    const { signal } = kept.stop
    try {
      const { uploadFile } = await import('#client/features/upload/uploader.ts')
      const onProgress = (share: number): void => change(key, { share })
      const url = await uploadFile(kept.file, { api, kind: 'study', onProgress, signal })
      change(key, { state: 'stored', share: 1, url })
    } catch (error) {
      if (signal.aborted) return
      const words = error instanceof Error && error.name === 'UploadError' ? error.message : codeMessages[Code.Fail]
      change(key, { state: 'failed', error: words })
    }
  }
  return {
    pictures,
    add(files, most) {
      const images = files.filter(({ name }) => uploadTypeOf(name)?.raster)
      const other = files.find((file) => !images.includes(file))
      if (other) toast(uploadTexts.wrongType(other.name), 'warn')
      if (images.length + pictures.length > most) toast(`一次最多 ${most} 张图片`, 'warn')
      const added = images.slice(0, Math.max(0, most - pictures.length)).map((file): SentPicture => {
        const key = crypto.randomUUID()
        const preview = URL.createObjectURL(file)
        chosen.current.set(key, { file, stop: new AbortController(), preview })
        return { key, name: file.name, preview, state: 'sending', share: 0, url: undefined, error: undefined }
      })
      setPictures((before) => [...before, ...added])
      for (const { key } of added) void send(key)
    },
    retry: (key) => void send(key),
    remove(key) {
      drop(key)
      setPictures((before) => before.filter((one) => one.key !== key))
    },
    clear() {
      for (const { key } of pictures) drop(key)
      setPictures([])
    },
  }
}
