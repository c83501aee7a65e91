import { type ReactNode, useRef, useState } from 'react'
import {
  FileTile,
  FileTiles,
  sendAgain,
  shrinkFirst,
  type TileFile,
  tooLargeText,
} from '#client/features/upload/file-tile.tsx'
import { shrinkToFit, tooLargeOf } from '#client/features/upload/too-large.ts'
import { refusalOf } from '#client/features/upload/uploader.ts'
import { useFileSender } from '#client/features/upload/use-file-sender.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { ExamAnswer, ExamQuestion } from '#shared/contract/exam-fields.ts'
import { examAnswerFileCount, examAnswerLength } from '#shared/contract/text-lengths.ts'
import { withCommas } from '#shared/rules/number-text.ts'
import { acceptedExtensions, isPhoto, uploadTexts } from '#shared/rules/upload-rules.ts'
import css from './short-answer.module.css'
import shared from './question.module.css'

/** A photo that isn't part of the answer yet. */
interface Coming extends TileFile {
  readonly key: string
  /** It is larger than what is taken, until it is made smaller. */
  readonly isTooLarge: boolean
}

interface Photos {
  readonly coming: readonly Coming[]
  /** Of a photo that was sent from here: what it was called, and what the browser has of it. */
  readonly known: ReadonlyMap<string, Coming>
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  /** Makes one that is too large smaller, and sends it. */
  shrink: (key: string) => void
  drop: (key: string) => void
}

/** Why a file can't be part of an answer; undefined when it can, perhaps made smaller. */
function refusalOfPhoto(file: File): string | undefined {
  if (!isPhoto(file.name)) return uploadTexts.wrongType(file.name)
  return tooLargeOf(file) === undefined ? refusalOf(file, 'study') : undefined
}

function toComing(file: File, shown: string | undefined): Coming {
  const tooLarge = tooLargeOf(file)
  const waits = { key: crypto.randomUUID(), name: file.name, share: 0, shown }
  return tooLarge === undefined
    ? { ...waits, state: 'sending', error: undefined, isTooLarge: false }
    : { ...waits, state: 'failed', error: tooLargeText(tooLarge), isTooLarge: true }
}

/** Photos on their way: each is sent by itself, and is part of the answer once it lies there. */
function usePhotos(count: number, onStored: (url: string) => void): Photos {
  const [coming, setComing] = useState<readonly Coming[]>([])
  const [known, setKnown] = useState<ReadonlyMap<string, Coming>>(new Map())
  const change = (key: string, values: Partial<Coming>): void =>
    setComing((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const forget = (key: string): void => setComing((before) => before.filter((one) => one.key !== key))
  const sender = useFileSender({
    onProgress: (key, share) => change(key, { state: 'sending', share, error: undefined }),
    onFailed: (key, error) => change(key, { state: 'failed', error }),
    onStored(key, url) {
      const one = coming.find((other) => other.key === key)
      if (one) setKnown((before) => new Map(before).set(url, one))
      forget(key)
      onStored(url)
    },
  })
  const shrink = async (key: string, file: File): Promise<void> => {
    change(key, { state: 'sending', share: 0, error: undefined, isTooLarge: false })
    const small = await shrinkToFit(file)
    // taken off the sheet meanwhile
    if (!sender.fileOf(key)) return
    if (!small) return change(key, { state: 'failed', error: '这台设备打不开这张照片，请换一张' })
    change(key, { name: small.name })
    sender.send(key, small)
  }
  return {
    coming,
    known,
    retry: sender.retry,
    shrink(key) {
      const file = sender.fileOf(key)
      if (!file) return
      shrink(key, file).catch(() => change(key, { state: 'failed', error: '没有缩小成，请再试一次', isTooLarge: true }))
    },
    drop(key) {
      sender.drop(key)
      forget(key)
    },
    add(files) {
      const room = examAnswerFileCount - count - coming.length
      if (files.length > room) toast(`最多 ${examAnswerFileCount} 张照片`, 'warn')
      for (const file of files.slice(0, Math.max(0, room))) {
        const refusal = refusalOfPhoto(file)
        if (refusal !== undefined) {
          toast(refusal, 'bad')
          continue
        }
        const one = toComing(file, sender.previewOf(file))
        setComing((before) => [...before, one])
        if (one.isTooLarge) sender.hold(one.key, file)
        else sender.send(one.key, file)
      }
    },
  }
}

const accept = acceptedExtensions('photo', 'study')

/** A photo of the answer, as its tile shows it. */
function toTile(url: string, index: number, known: Coming | undefined): TileFile {
  return {
    name: known?.name ?? `照片 ${index + 1}`,
    state: 'stored',
    share: 1,
    shown: known?.shown ?? url,
    error: undefined,
  }
}

interface ShortAnswerProps {
  question: ExamQuestion
  number: number
  answer: ExamAnswer
  isOpen: boolean
  onAnswer: (answer: ExamAnswer) => void
}

/** The photos of an answer, and those that are on their way into it. */
function PhotoTiles({
  number,
  answer,
  photos,
  isOpen,
  onAnswer,
}: Omit<ShortAnswerProps, 'question'> & { photos: Photos }): ReactNode {
  const { files = [] } = answer
  if (files.length + photos.coming.length === 0) return null
  return (
    <div className={css.photos}>
      <FileTiles label={`第 ${number} 题的照片`} isSending={photos.coming.length > 0}>
        {files.map((url, index) => (
          <FileTile
            key={url}
            file={toTile(url, index, photos.known.get(url))}
            number={index + 1}
            disabled={!isOpen}
            onRemove={() => onAnswer({ ...answer, files: files.filter((one) => one !== url) })}
          />
        ))}
        {photos.coming.map((one, index) => (
          <FileTile
            key={one.key}
            file={one}
            number={files.length + index + 1}
            help={
              one.isTooLarge
                ? shrinkFirst(one.name, () => photos.shrink(one.key))
                : sendAgain(one.name, () => photos.retry(one.key))
            }
            onRemove={() => photos.drop(one.key)}
          />
        ))}
      </FileTiles>
    </div>
  )
}

/** A short answer in words, with photos when there is something to show. */
export function ShortAnswer(props: ShortAnswerProps): ReactNode {
  const { question, number, answer, isOpen, onAnswer } = props
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
        className={shared.lines}
        rows={3}
        aria-label={`第 ${number} 题的回答`}
        aria-describedby={`stem-${question.id}`}
        placeholder="写在这里"
        maxLength={examAnswerLength}
        disabled={!isOpen}
        value={text}
        onChange={(event) => onAnswer({ ...answer, text: event.target.value })}
      />
      <PhotoTiles {...props} photos={photos} />
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
