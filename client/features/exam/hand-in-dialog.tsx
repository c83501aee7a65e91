import type { ReactNode } from 'react'
import { unanswered } from '#client/features/exam/answer-card.tsx'
import type { HeldAnswer } from '#client/features/exam/exam-session.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ExamQuestion } from '#shared/contract/exam-fields.ts'
import css from './hand-in-dialog.module.css'

function Numbers({
  list,
  onGo,
}: {
  list: readonly { id: number; number: number }[]
  onGo: (questionId: number) => void
}): ReactNode {
  return (
    <ul className={`${css.numbers} num`}>
      {list.map(({ id, number }) => (
        <li key={id}>
          <button type="button" className={css.number} aria-label={`去第 ${number} 题`} onClick={() => onGo(id)}>
            {number}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Asks once more, and names what isn't answered and what was to be looked at again. */
export function HandInDialog({
  questions,
  answers,
  onGo,
  onHandIn,
  onClose,
}: {
  questions: readonly ExamQuestion[]
  answers: ReadonlyMap<number, HeldAnswer>
  onGo: (questionId: number) => void
  onHandIn: () => void
  onClose: () => void
}): ReactNode {
  const open = unanswered(questions, answers)
  const flagged = questions.flatMap(({ id }, index) => (answers.get(id)?.isFlagged ? [{ id, number: index + 1 }] : []))
  const isSending = document.querySelector('ol[data-sending]') !== null
  return (
    <Dialog title="交卷" note="交了就不能再改。" onClose={onClose}>
      {open.length === 0 ? <p>{questions.length} 题都答了。</p> : null}
      {open.length > 0 ? (
        <>
          <p>
            还有 <b className="num">{open.length}</b> 题没有答，点题号回去：
          </p>
          <Numbers list={open} onGo={onGo} />
        </>
      ) : null}
      {flagged.length > 0 ? (
        <>
          <p>
            有记号的 <b className="num">{flagged.length}</b> 题：
          </p>
          <Numbers list={flagged} onGo={onGo} />
        </>
      ) : null}
      {isSending ? <p className={css.bad}>有照片还没传上去，现在交它就不在里面。</p> : null}
      <div className={css.acts}>
        <Button tone="primary" onClick={onHandIn}>
          {open.length > 0 ? '就这样交' : '交卷'}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          再看看
        </Button>
      </div>
    </Dialog>
  )
}
