import type { ReactNode } from 'react'
import type { DraftState } from '#client/features/forum/draft-keeper.ts'
import { clockTimeText } from '#shared/rules/number-text.ts'
import css from './draft-line.module.css'

/** Where the draft of a form stands. */
export function DraftLine({
  state,
  onTakeTheirs,
  onInsist,
}: {
  state: DraftState
  onTakeTheirs: () => void
  onInsist: () => void
}): ReactNode {
  if (state.kind === 'none') return null
  if (state.kind === 'saved') return <span className={`${css.saved} num`}>草稿 {clockTimeText(state.time)} 存好了</span>
  if (state.kind === 'unsaved') return <span className={css.unsaved}>还没存</span>
  if (state.kind === 'failed') return <span className={css.failed}>没存到学校（{state.why}），先留在这台设备上</span>
  return (
    <span className={css.failed}>
      {state.theirs ? '别的设备上有更新的草稿。' : '这份草稿在别处发出或丢掉了。'}
      {state.theirs ? (
        <button type="button" className={css.act} onClick={onTakeTheirs}>
          用那一份
        </button>
      ) : null}
      <button type="button" className={css.act} onClick={onInsist}>
        留这一份
      </button>
    </span>
  )
}
