import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { refusalOf, uploadFile } from '#client/features/upload/uploader.ts'
import { toast } from '#client/ui/toast-store.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import type { ExamAnswer, ExamQuestion } from '#shared/contract/exam-fields.ts'
import { examAnswerFileCount, examAnswerLength } from '#shared/contract/text-lengths.ts'
import { withCommas } from '#shared/rules/number-text.ts'
import { acceptedExtensions } from '#shared/rules/upload-rules.ts'
import css from './short-answer.module.css'

/** A photo that isn't part of the answer yet. */
interface Coming {
  readonly key: string
  readonly file: File
  readonly preview: string
  readonly share: number
  readonly error: string | undefined
}

interface Photos {
  readonly coming: readonly Coming[]
  readonly previews: ReadonlyMap<string, string>
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  drop: (key: string) => void
}

/** Photos on their way: each is sent by itself, and is part of the answer once it lies there. */
function usePhotos(count: number, onStored: (url: string) => void): Photos {
  const { api } = useApp()
  const [coming, setComing] = useState<readonly Coming[]>([])
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map())
  const stops = useRef(new Map<string, AbortController>())
  const made = useRef<string[]>([])
  const stored = useRef(onStored)
  stored.current = onStored
  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort()
      for (const address of made.current) URL.revokeObjectURL(address)
    },
    [],
  )
  const change = (key: string, values: Partial<Coming>): void =>
    setComing((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const drop = (key: string): void => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setComing((before) => before.filter((one) => one.key !== key))
  }
  const send = async ({ key, file, preview }: Pick<Coming, 'key' | 'file' | 'preview'>): Promise<void> => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    change(key, { share: 0, error: undefined })
    try {
      const onProgress = (share: number): void => change(key, { share })
      const url = await uploadFile(file, { api, kind: 'study', onProgress, signal: stop.signal })
      setPreviews((before) => new Map(before).set(url, preview))
      drop(key)
      stored.current(url)
    } catch (error) {
      if (!stop.signal.aborted)
        change(key, { error: error instanceof UploadError ? error.message : codeMessages[Code.Fail] })
    }
  }
  return {
    coming,
    previews,
    drop,
    retry(key) {
      const one = coming.find((other) => other.key === key)
      if (one) void send(one)
    },
    add(files) {
      const room = examAnswerFileCount - count - coming.length
      if (files.length > room) toast(`最多 ${examAnswerFileCount} 张照片`, 'warn')
      for (const file of files.slice(0, Math.max(0, room))) {
        const refusal = refusalOf(file, 'image')
        if (refusal !== undefined) {
          toast(refusal, 'bad')
          continue
        }
        const preview = URL.createObjectURL(file)
        made.current.push(preview)
        const one = { key: crypto.randomUUID(), file, preview, share: 0, error: undefined }
        setComing((before) => [...before, one])
        void send(one)
      }
    },
  }
}

const accept = acceptedExtensions('avatar')

function ComingPhoto({ one, photos }: { one: Coming; photos: Photos }): ReactNode {
  const percent = Math.round(one.share * 100)
  return (
    <li className={css.photo}>
      <img className={css.picture} data-coming="" src={one.preview} alt="" />
      {one.error === undefined ? (
        <>
          <progress max={100} value={percent} className={css.bar} aria-label={`正在传 ${one.file.name}`} />
          <span className="num">正在传 {percent}%</span>
        </>
      ) : (
        <>
          <span className={css.bad} role="alert">
            {one.error}
          </span>
          <button type="button" className={css.act} onClick={() => photos.retry(one.key)}>
            再传
          </button>
        </>
      )}
      <button
        type="button"
        className={css.act}
        aria-label={`去掉 ${one.file.name}`}
        onClick={() => photos.drop(one.key)}
      >
        去掉
      </button>
    </li>
  )
}

/** A short answer in words, with photos when there is something to show. */
export function ShortAnswer({
  question,
  number,
  answer,
  isOpen,
  onAnswer,
}: {
  question: ExamQuestion
  number: number
  answer: ExamAnswer
  isOpen: boolean
  onAnswer: (answer: ExamAnswer) => void
}): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const { text = '', files = [] } = answer
  const latest = useRef(answer)
  latest.current = answer
  const photos = usePhotos(files.length, (url) =>
    onAnswer({ ...latest.current, files: [...(latest.current.files ?? []), url] }),
  )
  return (
    <>
      <textarea
        className={css.text}
        rows={3}
        aria-label={`第 ${number} 题的回答`}
        aria-describedby={`stem-${question.id}`}
        placeholder="写在这里"
        maxLength={examAnswerLength}
        disabled={!isOpen}
        value={text}
        onChange={(event) => onAnswer({ ...answer, text: event.target.value })}
      />
      {files.length + photos.coming.length > 0 ? (
        <ul className={css.photos} aria-label={`第 ${number} 题的照片`} data-coming={photos.coming.length || undefined}>
          {files.map((url, index) => (
            <li key={url} className={css.photo}>
              <img className={css.picture} src={photos.previews.get(url) ?? url} alt={`照片 ${index + 1}`} />
              <button
                type="button"
                className={css.act}
                aria-label={`去掉照片 ${index + 1}`}
                disabled={!isOpen}
                onClick={() => onAnswer({ ...answer, files: files.filter((one) => one !== url) })}
              >
                去掉
              </button>
            </li>
          ))}
          {photos.coming.map((one) => (
            <ComingPhoto key={one.key} one={one} photos={photos} />
          ))}
        </ul>
      ) : null}
      <p className={css.foot}>
        {files.length + photos.coming.length < examAnswerFileCount ? (
          <button type="button" className={css.add} disabled={!isOpen} onClick={() => input.current?.click()}>
            附照片
          </button>
        ) : null}
        <span className="s12 faint num">
          {withCommas(text.length)} / {withCommas(examAnswerLength)}
        </span>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={`第 ${number} 题的照片`}
        onChange={(event) => {
          photos.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
