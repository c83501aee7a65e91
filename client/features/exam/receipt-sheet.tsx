import type { ReactNode } from 'react'
import { examListHref, resultHref } from '#client/features/exam/exam-href.ts'
import { Receipt } from '#client/features/exam/receipt.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { AttemptClosedBy } from '#shared/contract/enums.ts'
import type { ExamPaper } from '#shared/contract/exam.ts'
import type { ExamQuestion, ExamReceipt } from '#shared/contract/exam-fields.ts'
import css from './receipt-sheet.module.css'

/** What stands there once an exam is handed in, by its learner or by the clock. */
export function ReceiptSheet({
  paper,
  attemptNo,
  questions,
  byClock,
  receipt,
  late,
}: {
  paper: ExamPaper
  attemptNo: number | undefined
  questions: readonly ExamQuestion[]
  /** The time was over on this page. */
  byClock: boolean
  receipt: ExamReceipt
  late: readonly number[]
}): ReactNode {
  const places = late.map((id) => questions.findIndex((one) => one.id === id) + 1).sort((a, b) => a - b)
  return (
    <div className={css.sheet}>
      <h1 className={css.title}>
        {byClock || receipt.closedBy === AttemptClosedBy.clock ? '时间到了，已经自动交卷' : '交卷了'}
      </h1>
      <p className="muted">{paper.title}</p>
      {places.length > 0 ? (
        <p className={css.late} role="alert">
          第 {places.join('、')} 题最后的改动没有在时间内送到，没有计入成绩。它们另外留着，可以找老师说明。
        </p>
      ) : null}
      <Receipt receipt={receipt} />
      <div className={`${css.acts} no-print`}>
        <ButtonLink tone="primary" href={resultHref(paper.id, attemptNo)}>
          看成绩
        </ButtonLink>
        <Button tone="secondary" onClick={() => window.print()}>
          打印回执
        </Button>
        <ButtonLink tone="text" href={examListHref({ tab: 'over' })}>
          回到我的测试
        </ButtonLink>
      </div>
    </div>
  )
}
