import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { uploadFile } from '#client/features/upload/uploader.ts'
import { toast } from '#client/ui/toast-store.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import { acceptedExtensions } from '#shared/rules/upload-rules.ts'
import css from './proof-pictures.module.css'

interface Picture {
  key: string
  file: File
  /** What the browser shows of it. */
  preview: string
  share: number
  /** Undefined until it is stored. */
  url: string | undefined
  error: string | undefined
}

export interface ProofPictures {
  list: readonly Picture[]
  most: number
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  remove: (key: string) => void
  /** Addresses of those that are stored; undefined while one is on its way or failed. */
  urls: () => string[] | undefined
}

/** Pictures that only who decides sees: each is sent by itself and may be sent again. */
export function useProofPictures(most: number): ProofPictures {
  const { api } = useApp()
  const [list, setList] = useState<readonly Picture[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort()
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )
  const change = (key: string, values: Partial<Picture>): void =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const send = async ({ key, file }: Picture): Promise<void> => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    change(key, { share: 0, error: undefined })
    try {
      const onProgress = (share: number): void => change(key, { share })
      change(key, { url: await uploadFile(file, { api, kind: 'study', onProgress, signal: stop.signal }), share: 1 })
    } catch (error) {
      if (stop.signal.aborted) return
      change(key, { error: error instanceof UploadError ? error.message : codeMessages[Code.Fail] })
    }
  }
  return {
    list,
    most,
    add(files) {
      const room = most - list.length
      if (files.length > room) toast(`最多 ${most} 张图`, 'warn')
      const added = files.slice(0, Math.max(0, room)).map((file) => {
        const preview = URL.createObjectURL(file)
        previews.current.push(preview)
        return { key: crypto.randomUUID(), file, preview, share: 0, url: undefined, error: undefined }
      })
      setList((before) => [...before, ...added])
      for (const picture of added) void send(picture)
    },
    retry(key) {
      const picture = list.find((one) => one.key === key)
      if (picture) void send(picture)
    },
    remove(key) {
      stops.current.get(key)?.abort()
      setList((before) => before.filter((one) => one.key !== key))
    },
    urls() {
      const urls = list.flatMap(({ url }) => url ?? [])
      return urls.length === list.length ? urls : undefined
    },
  }
}

const accept = acceptedExtensions('image', 'study')

function Way({ picture, onRetry }: { picture: Picture; onRetry: () => void }): ReactNode {
  const { file, error, url, share } = picture
  if (error !== undefined)
    return (
      <span className={css.bad} role="alert">
        {error}
        <button type="button" className={css.act} aria-label={`再传 ${file.name}`} onClick={onRetry}>
          再传
        </button>
      </span>
    )
  if (url !== undefined) return <span className="faint">已传好</span>
  return <progress className={css.bar} max={100} value={Math.round(share * 100)} aria-label={`正在上传 ${file.name}`} />
}

/** Pictures beside words, with their way there. */
export function ProofPictureList({ pictures, label }: { pictures: ProofPictures; label: string }): ReactNode {
  const { list, most, add, retry, remove } = pictures
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.part}>
      <p className={css.head}>
        <span id={id}>{label}</span>
        <span className="s12 faint num">
          {list.length} / {most}
        </span>
      </p>
      <ul className={css.pictures} aria-labelledby={id}>
        {list.map((picture) => (
          <li key={picture.key} className={css.picture}>
            <img src={picture.preview} alt="" />
            <Way picture={picture} onRetry={() => retry(picture.key)} />
            <button
              type="button"
              className={css.act}
              aria-label={`去掉 ${picture.file.name}`}
              onClick={() => remove(picture.key)}
            >
              去掉
            </button>
          </li>
        ))}
        {list.length < most ? (
          <li>
            <button type="button" className={css.add} onClick={() => input.current?.click()}>
              加图片
            </button>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              accept={accept}
              aria-label={label}
              onChange={(event) => {
                add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </li>
        ) : null}
      </ul>
    </div>
  )
}
