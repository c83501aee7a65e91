import { type ReactNode, useId, useRef } from 'react'
import type { WorkFile, WorkFiles } from '#client/features/homework/use-work-files.ts'
import {
  FileTile,
  FileTiles,
  sendAgain,
  shrinkFirst,
  type TileFile,
  tooLargeText,
} from '#client/features/upload/file-tile.tsx'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import { homeworkFileCount } from '#shared/contract/text-lengths.ts'
import { acceptedExtensions, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import css from './work-file-list.module.css'

const accept = (['image', 'video', 'audio', 'archive'] as const)
  .map((kind) => acceptedExtensions(kind, 'study'))
  .join(',')

function toTile({ name, state, share, url, preview, error, tooLarge }: WorkFile): TileFile {
  // what the browser couldn't show is shown as the school keeps it
  const isPicture = uploadTypeOf(preview === undefined && url !== undefined ? url : name)?.raster === true
  const isTooLarge = state === 'failed' && tooLarge !== undefined
  return {
    name,
    state,
    share,
    shown: isPicture ? (preview ?? url) : undefined,
    error: isTooLarge ? (error ?? tooLargeText(tooLarge)) : error,
  }
}

/** A place that opens a dialog for files. */
function Chooser({
  text,
  label,
  icon,
  className,
  onChoose,
  ...input
}: {
  text: string
  label: string
  icon: IconName
  className: string | undefined
  onChoose: (files: readonly File[]) => void
  accept: string
  multiple?: boolean
  capture?: 'environment'
}): ReactNode {
  const ref = useRef<HTMLInputElement>(null)
  return (
    <li className={className}>
      <button type="button" className={css.add} onClick={() => ref.current?.click()}>
        <Icon name={icon} />
        {text}
      </button>
      <input
        {...input}
        ref={ref}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </li>
  )
}

/** The camera first where there is one in the hand; then whatever lies on the device. */
function Add({ label, onChoose }: { label: string; onChoose: (files: readonly File[]) => void }): ReactNode {
  return (
    <>
      <Chooser
        className={css.camera}
        text="拍照"
        label="用相机拍一张"
        icon="camera"
        accept="image/*"
        capture="environment"
        onChoose={onChoose}
      />
      <Chooser
        className={undefined}
        text="加照片或文件"
        label={label}
        icon="plus"
        accept={accept}
        multiple
        onChoose={onChoose}
      />
    </>
  )
}

/** Files of a sheet with their way there; the first is its cover. */
export function WorkFileList({
  files: { files, add, retry, shrink, remove, move },
  label,
}: {
  files: WorkFiles
  label: string
}): ReactNode {
  const id = useId()
  return (
    <div className={css.part}>
      <p className={css.head}>
        <b id={id}>{label}</b>
        <span className="s13 faint num">
          {files.length} / {homeworkFileCount}
        </span>
      </p>
      <FileTiles labelledBy={id}>
        {files.map((file, index) => (
          <FileTile
            key={file.key}
            file={toTile(file)}
            number={index + 1}
            help={
              file.tooLarge === undefined
                ? sendAgain(file.name, () => retry(file.key))
                : shrinkFirst(file.name, () => shrink(file.key))
            }
            onRemove={() => remove(file.key)}
          >
            {index > 0 ? (
              <button
                type="button"
                className={css.act}
                aria-label={`${file.name} 往前移`}
                onClick={() => move(file.key, -1)}
              >
                <Icon name="left" size={16} />
              </button>
            ) : null}
            {index < files.length - 1 ? (
              <button
                type="button"
                className={css.act}
                aria-label={`${file.name} 往后移`}
                onClick={() => move(file.key, 1)}
              >
                <Icon name="right" size={16} />
              </button>
            ) : null}
          </FileTile>
        ))}
        {files.length < homeworkFileCount ? <Add label={label} onChoose={add} /> : null}
      </FileTiles>
    </div>
  )
}
