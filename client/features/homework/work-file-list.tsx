import { type ReactNode, useId, useRef } from 'react'
import type { WorkFile, WorkFiles } from '#client/features/homework/use-work-files.ts'
import { Icon } from '#client/ui/icon.tsx'
import { homeworkFileCount } from '#shared/contract/text-lengths.ts'
import { acceptedExtensions, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import css from './work-file-list.module.css'

const accept = (['image', 'video', 'audio', 'archive'] as const)
  .map((kind) => acceptedExtensions(kind, 'study'))
  .join(',')

function Picture({ file: { name, url, preview } }: { file: WorkFile }): ReactNode {
  const type = uploadTypeOf(name)
  const shown = preview ?? url
  if (type?.raster === true && shown !== undefined) return <img className={css.picture} src={shown} alt="" />
  return <span className={css.kind}>{(type?.extension ?? '文件').toUpperCase()}</span>
}

function State({ file, onRetry }: { file: WorkFile; onRetry: () => void }): ReactNode {
  const percent = Math.round(file.share * 100)
  if (file.state === 'sending')
    return (
      <>
        <progress className={css.bar} max={100} value={percent} aria-label={`正在上传 ${file.name}`} />
        <span className="num">正在传 {percent}%</span>
      </>
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

/** Files of a sheet with their way there; the first is its cover. */
export function WorkFileList({
  files: { files, add, retry, remove, move },
  label,
}: {
  files: WorkFiles
  label: string
}): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
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
            <State file={file} onRetry={() => retry(file.key)} />
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
        {files.length < homeworkFileCount ? (
          <li className={css.file}>
            <button type="button" className={css.add} onClick={() => input.current?.click()}>
              <Icon name="plus" />
              加照片或文件
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
      </ol>
    </div>
  )
}
