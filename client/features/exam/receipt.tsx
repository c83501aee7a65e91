import type { ReactNode } from 'react'
import { AttemptClosedBy } from '#shared/contract/enums.ts'
import type { ExamReceipt } from '#shared/contract/exam-fields.ts'
import { clockTimeText, monthDayText, shanghaiParts } from '#shared/rules/number-text.ts'
import css from './receipt.module.css'

/** What proves a hand-in: its number, when, how much, and the fingerprint of the answers. */
export function Receipt({ receipt }: { receipt: ExamReceipt }): ReactNode {
  const { no, submitTime, closedBy, answered, total, sha256 } = receipt
  return (
    <dl className={css.receipt} aria-label="交卷回执">
      <div>
        <dt>回执号</dt>
        <dd className="num">{no}</dd>
      </div>
      <div>
        <dt>交卷时间</dt>
        <dd className="num">
          {shanghaiParts(submitTime).year} 年 {monthDayText(submitTime)} {clockTimeText(submitTime)}
          {closedBy === AttemptClosedBy.clock ? '（时间到，自动交卷）' : ''}
        </dd>
      </div>
      <div>
        <dt>作答</dt>
        <dd className="num">
          {answered} / {total} 题
        </dd>
      </div>
      <div>
        <dt>答案指纹（SHA-256）</dt>
        <dd className={css.hash}>{sha256}</dd>
      </div>
    </dl>
  )
}
