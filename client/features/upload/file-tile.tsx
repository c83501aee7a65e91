import type { ReactNode } from 'react'
import { Bar } from '#client/ui/bar.tsx'
import { uploadLimits, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import css from './file-tile.module.css'

/** A file on its way, there, or not sent. */
export interface TileFile {
  name: string
  state: 'sending' | 'stored' | 'failed'
  /** Share that was sent, 0 to 1. */
  share: number
  /** Where its picture is; undefined for what isn't one that browsers show. */
  shown: string | undefined
  error: string | undefined
}

/** What helps a file that wasn't sent. */
interface Help {
  readonly text: string
  readonly label: string
  readonly onClick: () => void
}

function State({ file: { name, state, share, error }, help }: { file: TileFile; help: Help | undefined }): ReactNode {
  if (state === 'sending') {
    const percent = Math.round(share * 100)
    return (
      <>
        <Bar max={100} value={percent} label={`正在上传 ${name}`} />
        <span className="num">正在传 {percent}%</span>
      </>
    )
  }
  if (state === 'failed')
    return (
      <span className={css.bad} role="alert">
        {error}
        {help ? (
          <button type="button" className={css.act} onClick={help.onClick} aria-label={help.label}>
            {help.text}
          </button>
        ) : null}
      </span>
    )
  return <span className="faint">已传好</span>
}

/** To send a file again. */
export function sendAgain(name: string, onClick: () => void): Help {
  return { text: '再传', label: `再传 ${name}`, onClick }
}

/** To make a photo smaller, and send it. */
export function shrinkFirst(name: string, onClick: () => void): Help {
  return { text: '缩小再传', label: `缩小并上传 ${name}`, onClick }
}

/** How large a photo of so many bytes is, rounded up so that it never seems to fit. */
export function tooLargeText(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 102.4) / 10} MB，超过 ${uploadLimits.image} MB`
}

/** One file of somebody's work in a list of them, with what becomes of it and what can be done with it. */
export function FileTile({
  file,
  number,
  disabled = false,
  help,
  onRemove,
  children,
}: {
  file: TileFile
  /** Its place, from 1. */
  number: number
  disabled?: boolean
  /** Of one that may have failed. */
  help?: Help
  onRemove: () => void
  /** What else can be done with it. */
  children?: ReactNode
}): ReactNode {
  const { name, state, shown } = file
  return (
    <li className={css.file} data-state={state}>
      <span className={`${css.number} num`}>{number}</span>
      {shown === undefined ? (
        <span className={css.kind}>{(uploadTypeOf(name)?.extension ?? '文件').toUpperCase()}</span>
      ) : (
        <img className={css.picture} src={shown} alt="" />
      )}
      <span className={css.name}>{name}</span>
      <State file={file} help={help} />
      <span className={css.acts}>
        {children}
        <button type="button" className={css.act} aria-label={`去掉 ${name}`} disabled={disabled} onClick={onRemove}>
          去掉
        </button>
      </span>
    </li>
  )
}

/** The list round the tiles. */
export function FileTiles({
  labelledBy,
  label,
  isSending = false,
  children,
}: {
  /** Of the element that names it, else `label`. */
  labelledBy?: string
  label?: string
  isSending?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <ol className={css.files} aria-labelledby={labelledBy} aria-label={label} data-sending={isSending || undefined}>
      {children}
    </ol>
  )
}
