import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CorrectForm } from '#client/features/homework/correct-form.tsx'
import { DeskStage } from '#client/features/homework/desk-stage.tsx'
import { type DeskTool, deskShapes, deskTools } from '#client/features/homework/desk-tools.ts'
import type { HomeworkDetail } from '#client/features/homework/homework-queries.ts'
import { PinList } from '#client/features/homework/pin-list.tsx'
import { type Marks, useMarks } from '#client/features/homework/use-marks.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import type { HomeworkFile } from '#shared/contract/homework.ts'
import { clockTimeText } from '#shared/rules/number-text.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import css from './marking-desk.module.css'

const zooms = [1, 1.5, 2, 3, 4] as const

function Shape({ d }: { d: string }): ReactNode {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}

function SaveLine({ marks: { state, waiting, retry, reload } }: { marks: Marks }): ReactNode {
  if (state.kind === 'none') return <span className="faint">画下的每一笔都会自动保存</span>
  if (state.kind === 'saving') return <span>正在保存</span>
  if (state.kind === 'saved') return <span className={`${css.saved} num`}>已保存 {clockTimeText(state.time)}</span>
  return (
    <span className={css.failed}>
      {waiting} 笔没存上（{state.why}）
      <button type="button" className={css.again} onClick={state.isFinal ? reload : retry}>
        {state.isFinal ? '刷新' : '再存'}
      </button>
    </span>
  )
}

interface DeskState {
  readonly tool: DeskTool
  readonly zoom: number
  readonly turns: number
  readonly at: number
}

interface DeskHand {
  readonly state: DeskState
  readonly change: (values: Partial<DeskState>) => void
  readonly marks: Marks
  readonly photoCount: number
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Keys of the desk, wherever on the page nothing is written. */
function useDeskKeys({ state, change, marks, photoCount }: DeskHand): void {
  const latest = useRef<(event: KeyboardEvent) => void>(undefined)
  latest.current = (event) => {
    if (isWriting(event.target) || event.altKey) return
    const key = event.key.toLowerCase()
    const isUndo = key === 'z' || key === 'y'
    if ((event.ctrlKey || event.metaKey) && !isUndo) return
    const tool = deskTools.find((one) => one.key.toLowerCase() === key)?.tool
    const deeds = new Map<string, () => void>([
      ['+', () => change({ zoom: Math.min(state.zoom + 1, zooms.length - 1) })],
      ['=', () => change({ zoom: Math.min(state.zoom + 1, zooms.length - 1) })],
      ['-', () => change({ zoom: Math.max(state.zoom - 1, 0) })],
      ['r', () => change({ turns: (state.turns + 1) % 4 })],
      ['z', event.shiftKey ? marks.redo : marks.undo],
      ['y', marks.redo],
      ['j', () => change({ at: Math.max(state.at - 1, 0) })],
      ['k', () => change({ at: Math.min(state.at + 1, photoCount - 1) })],
    ])
    const deed = tool === undefined ? deeds.get(key) : () => change({ tool })
    if (!deed) return
    event.preventDefault()
    deed()
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => latest.current?.(event)
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

function Tools({ state, change, marks }: DeskHand): ReactNode {
  const others = [
    {
      text: '放大',
      key: '+',
      d: deskShapes.zoomIn,
      off: state.zoom === zooms.length - 1,
      run: () => change({ zoom: state.zoom + 1 }),
    },
    {
      text: '缩小',
      key: '-',
      d: deskShapes.zoomOut,
      off: state.zoom === 0,
      run: () => change({ zoom: state.zoom - 1 }),
    },
    { text: '转正', key: 'R', d: deskShapes.turn, off: false, run: () => change({ turns: (state.turns + 1) % 4 }) },
    { text: '撤销', key: 'Z', d: deskShapes.undo, off: !marks.canUndo, run: marks.undo },
    { text: '重做', key: 'Y', d: deskShapes.redo, off: !marks.canRedo, run: marks.redo },
  ]
  return (
    <div className={css.tools} role="toolbar" aria-label="工具">
      {deskTools.map(({ tool, text, key, shape }) => (
        <button
          key={tool}
          type="button"
          className={css.tool}
          aria-pressed={state.tool === tool}
          aria-keyshortcuts={key}
          onClick={() => change({ tool })}
        >
          <Shape d={shape} />
          {text}
        </button>
      ))}
      <hr />
      {others.map(({ text, key, d, off, run }) => (
        <button key={text} type="button" className={css.tool} aria-keyshortcuts={key} disabled={off} onClick={run}>
          <Shape d={d} />
          {text}
        </button>
      ))}
    </div>
  )
}

const keyWords = [
  ['P', '红笔'],
  ['O', '圈'],
  ['N', '钉'],
  ['E', '擦'],
  ['+ −', '缩放'],
  ['R', '转正'],
  ['Z', '撤销'],
  ['Y', '重做'],
  ['J K', '换照片'],
  ['V', '录音'],
  ['Ctrl Enter', '交还'],
] as const

function Strip({
  photos,
  state,
  change,
}: { photos: readonly HomeworkFile[] } & Pick<DeskHand, 'state' | 'change'>): ReactNode {
  if (photos.length < 2) return null
  return (
    <ul className={css.strip} aria-label={`${photos.length} 张照片`}>
      {photos.map(({ url, name }, index) => (
        <li key={url}>
          <button
            type="button"
            aria-label={`第 ${index + 1} 张：${name}`}
            aria-pressed={index === state.at}
            onClick={() => change({ at: index })}
          >
            <img src={url} alt="" loading="lazy" />
            <span className="num">{index + 1}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The photos of what waits under the red pencil, and beside them remarks, voice, score and words. */
export function MarkingDesk({
  homework,
  writer,
  next,
  children,
}: {
  homework: HomeworkDetail & { id: number }
  /** Who marks. */
  writer: string
  /** Where to after it was given back. */
  next: string
  /** The learner's words. */
  children: ReactNode
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const round = homework.rounds[0]
  const photos = (round?.files ?? []).filter(({ name }) => uploadTypeOf(name)?.raster === true)
  const marks = useMarks({ id: homework.id, roundNo: round?.roundNo ?? 1 }, writer)
  const [state, setState] = useState<DeskState>({ tool: 'pen', zoom: 0, turns: 0, at: 0 })
  const [chosen, setChosen] = useState<string>()
  const change = (values: Partial<DeskState>): void => setState((before) => ({ ...before, ...values }))
  const hand = { state, change, marks, photoCount: photos.length }
  useDeskKeys(hand)
  const photo = photos[state.at]
  const here = photo && marks.all ? marks.all.filter(({ url }) => url === photo.url) : []
  return (
    <div className={css.desk}>
      <div className={css.bar}>
        <span role="status" className={css.state}>
          <SaveLine marks={marks} />
        </span>
      </div>
      <div className={photo ? css.columns : css.plain}>
        {photo ? <Tools {...hand} /> : null}
        <div className={css.middle}>
          {children}
          {marks.isLost ? <ErrorBlock onRetry={marks.reload} /> : null}
          {photo && marks.all ? (
            <DeskStage
              key={photo.url}
              file={photo}
              label={`第 ${state.at + 1} 张照片`}
              marks={here}
              tool={state.tool}
              zoom={zooms[state.zoom] ?? 1}
              turns={state.turns}
              chosen={chosen}
              onChoose={setChosen}
              onPin={setChosen}
              add={marks.add}
              remove={marks.remove}
            />
          ) : null}
          <Strip photos={photos} state={state} change={change} />
        </div>
        <div className={css.side}>
          {photo ? <PinList marks={marks} here={here} chosen={chosen} onChoose={setChosen} /> : null}
          <CorrectForm homework={homework} next={next} isBeside={photo !== undefined} onClose={() => undefined} />
        </div>
      </div>
      {photo ? (
        <ul className={css.keys} aria-label="快捷键">
          {keyWords.map(([key, text]) => (
            <li key={key}>
              <kbd>{key}</kbd>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
