import type { ReactNode } from 'react'
import type { SenderState, Trouble } from '#client/features/exam/answer-sender.ts'
import { clockTimeText } from '#shared/rules/number-text.ts'
import css from './save-line.module.css'

const whys: Readonly<Record<'offline' | 'server' | 'session', string>> = {
  offline: '网络断了，连上就补交',
  server: '学校的服务器没有回应，正在重试',
  session: '登录已经结束，登录后接着存',
}

/** Why answers aren't saved yet, and what of them is safe meanwhile. */
function whyText(trouble: Trouble, isKept: boolean): string {
  if (trouble.kind === 'taken') return `别的设备或窗口在写这份卷子。${isKept ? '它们记在这台设备里' : '别关这一页'}`
  if (trouble.kind === 'stopped') return `${trouble.message}${isKept ? '。它们记在这台设备里' : ''}`
  const why = trouble.kind === 'refused' ? trouble.message : whys[trouble.kind]
  return `${why}。${isKept ? '答案先记在这台设备里，可以接着答' : '这个浏览器不留存网页数据，先别关这一页'}`
}

/** What became of the answers: saved, with the server's second, or how many aren't and why. Never says more than the server did. */
export function saveText({ unsaved, savedTime, trouble, isKept }: SenderState): string {
  if (unsaved.size > 0 && trouble) return `${unsaved.size} 题未保存：${whyText(trouble, isKept)}`
  if (unsaved.size > 0) return `${unsaved.size} 题未保存，正在保存`
  return savedTime === undefined ? '答了就会自动保存' : `已保存 ${clockTimeText(savedTime)}`
}

/** The line under the clock. */
export function SaveLine({ save, onRetry }: { save: SenderState; onRetry: () => void }): ReactNode {
  const { unsaved, trouble, savedTime, isKept } = save
  const isSaved = unsaved.size === 0 && savedTime !== undefined
  return (
    <div className={css.line} data-state={trouble ? 'bad' : isSaved ? 'saved' : 'way'}>
      <p className="num">{saveText(save)}</p>
      {unsaved.size > 0 && trouble && trouble.kind !== 'taken' && trouble.kind !== 'stopped' ? (
        <button type="button" className={css.retry} onClick={onRetry}>
          现在重试
        </button>
      ) : null}
      {isKept || trouble ? null : <p className={css.note}>这个浏览器不留存网页数据：断网时别关这一页。</p>}
    </div>
  )
}

/** Tells screen readers of troubles, and that they are over; not of each saved second. */
export function SaveNews({ save }: { save: SenderState }): ReactNode {
  const text = save.trouble && save.unsaved.size > 0 ? saveText(save) : ''
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
