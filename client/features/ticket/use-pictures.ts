import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { uploadFile } from '#client/features/upload/uploader.ts'
import { toast } from '#client/ui/toast-store.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import { ticketPictureCount } from '#shared/contract/text-lengths.ts'

/** A picture of a message: on its way, there, or not sent. */
export interface SentPicture {
  readonly key: string
  readonly name: string
  readonly preview: string
  /** Where it lies; undefined until it is stored. */
  readonly url?: string | undefined
  readonly error?: string | undefined
  /** Share that was sent, 0 to 1. */
  readonly share: number
}

export interface Pictures {
  readonly pictures: readonly SentPicture[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (key: string) => void
  readonly remove: (key: string) => void
  readonly clear: () => void
}

/** The addresses of all pictures; undefined while one is on its way or wasn't sent. */
export function storedAddresses(pictures: readonly SentPicture[]): string[] | undefined {
  const urls = pictures.flatMap(({ url }) => url ?? [])
  return urls.length === pictures.length ? urls : undefined
}

/** Pictures of a message: each is sent by itself, may fail and be sent again; the others stay. */
export function usePictures(): Pictures {
  const { api } = useApp()
  const [pictures, setPictures] = useState<readonly SentPicture[]>([])
  const files = useRef(new Map<string, File>())
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )

  const change = (key: string, values: Partial<SentPicture>): void =>
    setPictures((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))

  const send = async (key: string, file: File): Promise<void> => {
    change(key, { share: 0, error: undefined })
    try {
      const url = await uploadFile(file, { api, kind: 'study', onProgress: (share) => change(key, { share }) })
      change(key, { url, share: 1 })
    } catch (error) {
      change(key, { error: error instanceof UploadError ? error.message : codeMessages[Code.Fail] })
    }
  }

  return {
    pictures,
    add(chosen) {
      const room = ticketPictureCount - pictures.length
      if (chosen.length > room) toast(`最多 ${ticketPictureCount} 张图片`, 'warn')
      for (const file of chosen.slice(0, Math.max(0, room))) {
        const key = crypto.randomUUID()
        const preview = URL.createObjectURL(file)
        files.current.set(key, file)
        previews.current.push(preview)
        setPictures((before) => [...before, { key, name: file.name, preview, share: 0 }])
        void send(key, file)
      }
    },
    retry(key) {
      const file = files.current.get(key)
      if (file) void send(key, file)
    },
    remove: (key) => setPictures((before) => before.filter((one) => one.key !== key)),
    clear: () => setPictures([]),
  }
}
