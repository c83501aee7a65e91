import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { MarkLayer, pinNumbers } from '#client/features/homework/mark-layer.tsx'
import { markUnits } from '#client/features/homework/mark-shapes.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { MarkKind } from '#shared/contract/enums.ts'
import type { HomeworkFile, HomeworkMark } from '#shared/contract/homework.ts'
import css from './marked-files.module.css'

/** Over how much of a picture something is drawn, in words. */
function drawnText(marks: readonly HomeworkMark[]): string {
  const pens = marks.filter(({ kind }) => kind === MarkKind.pen).length
  const circles = marks.filter(({ kind }) => kind === MarkKind.circle).length
  return [pens > 0 ? `红笔 ${pens} 笔` : '', circles > 0 ? `圈 ${circles} 处` : ''].filter(Boolean).join('，')
}

function MarkedFile({
  file,
  marks,
  index,
}: {
  file: HomeworkFile
  marks: readonly HomeworkMark[]
  index: number
}): ReactNode {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [chosen, setChosen] = useState<string>()
  const numbers = pinNumbers(marks)
  const pins = marks.filter(({ kind }) => kind === MarkKind.pin)
  const drawn = drawnText(marks)
  return (
    <figure className={css.marked}>
      <div className={css.picture}>
        <img
          src={file.url}
          alt={`第 ${index + 1} 张：${file.name}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
        />
        {size && size.width > 0 ? (
          <svg
            className={css.layer}
            viewBox={`0 0 ${markUnits} ${Math.round((markUnits * size.height) / size.width)}`}
            aria-hidden="true"
          >
            <MarkLayer marks={marks} chosen={chosen} />
          </svg>
        ) : null}
      </div>
      <figcaption>
        {drawn ? <p className={css.drawn}>{drawn}</p> : null}
        {pins.length > 0 ? (
          <ol className={css.pins} aria-label={`${file.name} 的批注`}>
            {pins.map((pin) => (
              <li key={pin.key} data-chosen={pin.key === chosen || undefined}>
                <button type="button" onClick={() => setChosen(pin.key === chosen ? undefined : pin.key)}>
                  <b className={`${css.number} num`}>{numbers.get(pin.key)}</b>
                  <span>{pin.words ?? '看这里'}</span>
                </button>
              </li>
            ))}
          </ol>
        ) : null}
      </figcaption>
    </figure>
  )
}

/** Pictures of a round with what was drawn on them, and the same as a list. The pictures themselves stay as they came. */
export function MarkedFiles({
  homeworkId,
  roundNo,
  files,
}: {
  homeworkId: number
  roundNo: number
  files: readonly HomeworkFile[]
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const { api } = useApp()
  const marks = useQuery(callQuery(api, 'GET /api/user/homework/marks', { id: homeworkId, roundNo }))
  if (marks.isError) return <ErrorBlock onRetry={() => void marks.refetch()} />
  if (!marks.data) return <Skeleton kind="lines" count={6} />
  const shown = files.map((file, index) => ({ file, index, own: marks.data.filter(({ url }) => url === file.url) }))
  return (
    <div className={css.list}>
      <h3 className={css.title}>红笔批在照片上</h3>
      {shown.map(({ file, index, own }) =>
        own.length > 0 ? <MarkedFile key={file.url} file={file} marks={own} index={index} /> : null,
      )}
    </div>
  )
}
