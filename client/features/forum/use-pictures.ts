import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { uploadFile } from '#client/features/upload/uploader.ts'
import { toast } from '#client/ui/toast-store.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'

/** A picture of a text: on its way, there, or not sent. */
export interface SentPicture {
  key: string
  name: string
  alt: string
  state: 'sending' | 'stored' | 'failed'
  /** Share that was sent, 0 to 1. */
  share: number
  url: string | undefined
  preview: string | undefined
  error: string | undefined
}

export interface Pictures {
  list: readonly SentPicture[]
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  remove: (key: string) => void
  move: (key: string, by: number) => void
  describe: (key: string, alt: string) => void
  reset: (stored: readonly { url: string; alt: string }[]) => void
}

const toStored = ({ url, alt }: { url: string; alt: string }): SentPicture => ({
  key: url,
  name: '',
  alt,
  state: 'stored',
  share: 1,
  url,
  preview: undefined,
  error: undefined,
})

function movedBy(list: readonly SentPicture[], key: string, by: number): readonly SentPicture[] {
  const at = list.findIndex((one) => one.key === key)
  const moved = list[at]
  if (!moved || at + by < 0 || at + by >= list.length) return list
  const rest = list.filter((one) => one.key !== key)
  return [...rest.slice(0, at + by), moved, ...rest.slice(at + by)]
}

/** Pictures of a text: each is sent by itself, may fail and be sent again; `most` at once. */
export function usePictures(initial: readonly { url: string; alt: string }[], most: number): Pictures {
  const { api } = useApp()
  const [list, setList] = useState<readonly SentPicture[]>(() => initial.map(toStored))
  const chosen = useRef(new Map<string, { file: File; stop: AbortController }>())
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const { stop } of chosen.current.values()) stop.abort()
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )
  const change = (key: string, values: Partial<SentPicture>): void =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))

  const send = async (key: string, file: File): Promise<void> => {
    const stop = new AbortController()
    chosen.current.set(key, { file, stop })
    change(key, { state: 'sending', share: 0, error: undefined })
    try {
      const onProgress = (share: number): void => change(key, { share })
      const url = await uploadFile(file, { api, kind: 'image', onProgress, signal: stop.signal })
      setList((before) =>
        before.some((one) => one.key !== key && one.url === url)
          ? before.filter((one) => one.key !== key)
          : before.map((one) => (one.key === key ? { ...one, url, state: 'stored', share: 1 } : one)),
      )
    } catch (error) {
      if (stop.signal.aborted) return
      change(key, { state: 'failed', error: error instanceof UploadError ? error.message : codeMessages[Code.Fail] })
    }
  }

  return {
    list,
    add(files) {
      const room = most - list.length
      if (files.length > room) toast(`最多放 ${most} 张图片`, 'warn')
      const added = files.slice(0, Math.max(0, room)).map((file) => {
        const preview = URL.createObjectURL(file)
        previews.current.push(preview)
        return { file, one: { ...toStored({ url: crypto.randomUUID(), alt: '' }), name: file.name, preview } }
      })
      setList((before) => [
        ...before,
        ...added.map(({ one }) => ({ ...one, state: 'sending' as const, share: 0, url: undefined })),
      ])
      for (const { one, file } of added) void send(one.key, file)
    },
    retry(key) {
      const kept = chosen.current.get(key)
      if (kept) void send(key, kept.file)
    },
    remove(key) {
      chosen.current.get(key)?.stop.abort()
      chosen.current.delete(key)
      setList((before) => before.filter((one) => one.key !== key))
    },
    move: (key, by) => setList((before) => movedBy(before, key, by)),
    describe: (key, alt) => change(key, { alt }),
    reset: (stored) => setList(stored.map(toStored)),
  }
}

/** Those that lie there, in order. */
export function storedPictures(list: readonly SentPicture[]): { url: string; alt: string }[] {
  return list.flatMap(({ url, alt }) => (url === undefined ? [] : [{ url, alt }]))
}

/** Why a text with these pictures can't be sent yet; undefined when it can. */
export function pictureObstacle(list: readonly SentPicture[]): string | undefined {
  if (list.some(({ state }) => state === 'sending')) return '还有图片在传，传完再发'
  if (list.some(({ state }) => state === 'failed')) return '有图片没传上：再传一次，或拿掉它'
  return undefined
}
