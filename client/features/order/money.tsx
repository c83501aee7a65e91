import type { ReactNode } from 'react'
import { showMoney } from '#shared/rules/money.ts'

/** An amount in a table or a sentence: ¥1,234.50; `minus` for what is taken off. */
export function Money({ value, minus = false }: { value: string; minus?: boolean }): ReactNode {
  return (
    <span className="num nowrap">
      {minus ? '−' : ''}¥{showMoney(value)}
    </span>
  )
}
