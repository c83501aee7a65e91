import { type ReactNode, useId, useRef } from 'react'
import type { WorkFile, WorkFiles } from '#client/features/homework/use-work-files.ts'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import { homeworkFileCount } from '#shared/contract/text-lengths.ts'
import { acceptedExtensions, uploadLimits, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import css from './work-file-list.module.css'

const accept = (['image', 'video', 'audio', 'archive'] as const)
  .map((kind) => acceptedExtensions(kind, 'study'))
  .join(',')

/** Up, so that it never seems to fit. */
const megabytesText = (bytes: number): string => `${Math.ceil(bytes / 1024 / 102.4) / 10} MB`

function Picture({ file: { name, url, preview } }: { file: WorkFile }): ReactNode {
  const shown = preview ?? url
  // what the browser couldn't show is shown as the school keeps it
  const type = uploadTypeOf(preview === undefined && url !== undefined ? url : name)
  if (type?.raster === true && shown !== undefined) return <img className={css.picture} src={shown} alt="" />
  return <span className={css.kind}>{(type?.extension ?? '文件').toUpperCase()}</span>
}

function State({ file, onRetry, onShrink }: { file: WorkFile; onRetry: () => void; onShrink: () => void }): ReactNode {
  const percent = Math.round(file.share * 100)
  if (file.state === 'sending')
    return (
      <>
        <progress className={css.bar} max={100} value={percent} aria-label={`正在上传 ${file.name}`} />
        <span className="num">正在传 {percent}%</span>
      </>
    )
  if (file.tooLarge !== undefined)
    return (
      <span className={css.bad}>
        {file.error ?? `${megabytesText(file.tooLarge)}，超过 ${uploadLimits.image} MB`}
        <button type="button" className={css.act} onClick={onShrink} aria-label={`缩小并上传 ${file.name}`}>
          缩小再传
        </button>
      </span>
    )
  if (file.state === 'failed')
    return (
      <span className={css.bad}>
        {file.error}
        <button type="button" className={css.act} onClick={onRetry} aria-label={`再传 ${file.name}`}>
          再传
        </button>
      </span>
    )
  return <span className="faint">已传好</span>
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
        className={`${css.file} ${css.camera}`}
        text="拍照"
        label="用相机拍一张"
        icon="camera"
        accept="image/*"
        capture="environment"
        onChoose={onChoose}
      />
      <Chooser
        className={css.file}
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
      <ol className={css.files} aria-labelledby={id}>
        {files.map((file, index) => (
          <li key={file.key} className={css.file} data-state={file.state}>
            <span className={`${css.number} num`}>{index + 1}</span>
            <Picture file={file} />
            <span className={css.name}>{file.name}</span>
            <State file={file} onRetry={() => retry(file.key)} onShrink={() => shrink(file.key)} />
            <span className={css.acts}>
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
              <button
                type="button"
                className={css.act}
                aria-label={`去掉 ${file.name}`}
                onClick={() => remove(file.key)}
              >
                去掉
              </button>
            </span>
          </li>
        ))}
        {files.length < homeworkFileCount ? <Add label={label} onChoose={add} /> : null}
      </ol>
    </div>
  )
}
