import { cellOf, readTable } from './bill-tables.ts'
import type { BillLine } from './pay-provider.ts'
import { fenOfYuan } from './provider-fields.ts'

/**
 * Reads a trade bill (bill_type ALL): one line a payment or refund, every cell begun by a backtick, sums at the end.
 * A payment counts with the order's amount, a refund with what was applied for, both without vouchers' effect.
 */
export function readWechatBill(text: string): BillLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const rows = readTable(
    lines,
    (line) => line.startsWith('交易时间,'),
    (line) => line.startsWith('总交易单数'),
    (cell) => cell.replace(/^`/, '').trim(),
  )
  return rows.flatMap((row): BillLine[] => {
    const state = cellOf(row, '交易状态')
    const outTradeNo = cellOf(row, '商户订单号')
    if (state === 'SUCCESS') return [{ outTradeNo, outRefundNo: null, amountFen: fenOfYuan(cellOf(row, '订单金额')) }]
    if (state === 'REFUND')
      return [
        { outTradeNo, outRefundNo: cellOf(row, '商户退款单号'), amountFen: -fenOfYuan(cellOf(row, '申请退款金额')) },
      ]
    return []
  })
}
