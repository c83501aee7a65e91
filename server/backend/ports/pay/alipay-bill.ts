import { unzipSync } from 'fflate'
import { cellOf, readTable } from './bill-tables.ts'
import { type BillLine, PayError } from './pay-provider.ts'
import { fenOfYuan } from './provider-fields.ts'

/** Reads a day's bill (bill_type trade): a zip of GBK tables, of which the details are one and the sums another. */
export function readAlipayBill(zip: Uint8Array): BillLine[] {
  const files = Object.entries(openZip(zip)).map(([, bytes]) => new TextDecoder('gbk').decode(bytes))
  const details = files.find((text) => text.includes('业务明细列表') || text.startsWith('支付宝交易号'))
  if (details === undefined) throw new PayError('The bill of Alipay holds no details.')
  return readAlipayDetails(details)
}

function openZip(zip: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(zip)
  } catch {
    throw new PayError("The bill of Alipay can't be unpacked.")
  }
}

/** The details: comment lines begin with `#`, numbers are followed by a tab, refunds are negative. */
export function readAlipayDetails(text: string): BillLine[] {
  const rows = readTable(
    text.split(/\r?\n/),
    (line) => line.startsWith('支付宝交易号,'),
    (line) => line.startsWith('#'),
    (cell) => cell.trim(),
  )
  return rows.map((row): BillLine => {
    const fen = fenOfYuan(cellOf(row, '订单金额（元）'))
    const isRefund = cellOf(row, '业务类型') === '退款'
    return {
      outTradeNo: cellOf(row, '商户订单号'),
      outRefundNo: isRefund ? cellOf(row, '退款批次号/请求号') : null,
      amountFen: isRefund ? -Math.abs(fen) : fen,
    }
  })
}
