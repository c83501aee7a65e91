import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { HomeworkOutcome } from '#shared/contract/enums.ts'
import type { HomeworkFile, HomeworkRound as Round } from '#shared/contract/homework.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import css from './homework-round.module.css'

const MarkedFiles = lazyPart(() => import('#client/features/homework/marked-files.tsx').then((m) => m.MarkedFiles))

interface ShownFile {
  kind: 'image' | 'video' | 'audio'
  url: string
  thumbnail: string
  caption: string
  /** Pixels of a picture once it is there; a film says its own. */
  width: number
  height: number
}

/** Shows files over the page, beginning with one of them. */
export type OpenFiles = (files: readonly ShownFile[], start: number) => void

function kindOf({ name }: HomeworkFile): ShownFile['kind'] | undefined {
  const type = uploadTypeOf(name)
  if (type?.inline !== true || type.kind === 'archive') return undefined
  return type.kind
}

/** Pictures that have come say how large they are. */
function measured(files: readonly ShownFile[], list: Element | null): ShownFile[] {
  const pictures = [...(list?.querySelectorAll('img') ?? [])]
  return files.map((file) => {
    const picture = pictures.find((one) => one.getAttribute('src') === file.url)
    return picture?.naturalWidth ? { ...file, width: picture.naturalWidth, height: picture.naturalHeight } : file
  })
}

/** Files of a hand-in: pictures and films open over the page, others are saved. */
export function WorkFiles({
  files,
  label,
  onOpen,
}: {
  files: readonly HomeworkFile[]
  label: string
  onOpen: OpenFiles
}): ReactNode {
  if (files.length === 0) return null
  const shown = files.flatMap((file) => {
    const kind = kindOf(file)
    return kind === undefined
      ? []
      : [{ kind, url: file.url, thumbnail: file.url, caption: file.name, width: 4, height: 3 }]
  })
  return (
    <ul className={css.files} aria-label={label}>
      {files.map((file) => {
        const kind = kindOf(file)
        const at = shown.findIndex(({ url }) => url === file.url)
        if (kind === 'audio')
          return (
            <li key={file.url} className={css.voice}>
              {/* biome-ignore lint/a11y/useMediaCaption: what somebody said into a microphone has none */}
              <audio controls preload="none" src={file.url} aria-label={file.name} />
            </li>
          )
        return (
          <li key={file.url}>
            {kind === undefined ? (
              <a className={css.other} href={file.url} download={file.name}>
                {file.name}
              </a>
            ) : (
              <button
                type="button"
                className={css.picture}
                onClick={(event) => onOpen(measured(shown, event.currentTarget.closest('ul')), at)}
                aria-label={`看大图：${file.name}`}
              >
                {kind === 'image' ? <img src={file.url} alt="" loading="lazy" /> : <span>视频 {file.name}</span>}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** One hand-in with what came back, in red. */
export function HomeworkRound({
  homeworkId,
  round,
  onOpen,
  children,
}: {
  homeworkId: number | null
  round: Round
  onOpen: OpenFiles
  children?: ReactNode
}): ReactNode {
  const { env } = useApp()
  const { outcome, score, comment, returnReason, teacherName } = round
  return (
    <article className={css.round} aria-label={`第 ${round.roundNo} 次交`}>
      <p className={css.head}>
        <b className="num">第 {round.roundNo} 次交</b>
        <span className="muted num">{momentText(round.submitTime)}</span>
        {round.isLate ? <Tag tone="plain">迟交</Tag> : null}
        {outcome === null ? <Tag tone="wait">待批改</Tag> : null}
        {outcome === HomeworkOutcome.returned ? <Tag tone="due">已退回</Tag> : null}
        {outcome === HomeworkOutcome.corrected ? <Tag tone="got">已批改</Tag> : null}
      </p>
      {round.content === '' ? null : <p className={css.content}>{round.content}</p>}
      <WorkFiles files={round.files} label="交上来的文件" onOpen={onOpen} />
      {score === null && returnReason === null ? null : (
        <div className={css.answer}>
          {score === null ? null : (
            <p className={css.score}>
              <span className="num">{score}</span> / 100
            </p>
          )}
          {comment === null ? null : <p className={css.words}>{comment}</p>}
          {returnReason === null ? null : <p className={css.words}>退回：{returnReason}</p>}
          <WorkFiles files={round.corrections} label="老师的批改" onOpen={onOpen} />
          {round.markCount > 0 && homeworkId !== null ? (
            <MarkedFiles
              styles={env.css['marked-files']}
              homeworkId={homeworkId}
              roundNo={round.roundNo}
              files={round.files}
              onClose={() => toast('红笔批的没有加载出来，请刷新', 'bad')}
            />
          ) : null}
          <p className={css.who}>
            {teacherName ?? '老师'}
            {round.returnTime !== null || round.correctTime !== null
              ? `　${momentText(round.returnTime ?? round.correctTime ?? 0)}`
              : ''}
          </p>
        </div>
      )}
      {children}
    </article>
  )
}
