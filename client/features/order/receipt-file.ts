import type { CallOutput } from '#shared/contract/calls.ts'
import { showMoney } from '#shared/rules/money.ts'
import { dayText, timeText } from '#shared/rules/number-text.ts'

type Receipt = CallOutput<'GET /api/order/receipt'>

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function rowOf(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
}

/** A receipt as one HTML file that stands by itself: opened, printed and kept anywhere. */
export function receiptFile(receipt: Receipt, brandName: string): string {
  const { orderNo, buyer, seller, items, tradeNo, createTime, paidTime } = receipt
  const sums: [string, string, boolean][] = [
    ['总价', receipt.amount, true],
    ['已拥有的课程', `-${receipt.ownedAmount}`, Number(receipt.ownedAmount) > 0],
    ['优惠券', `-${receipt.couponAmount}`, Number(receipt.couponAmount) > 0],
    ['定金抵扣', `-${receipt.depositAmount}`, Number(receipt.depositAmount) > 0],
    ['实付', receipt.paidAmount, true],
    ['已退款', `-${receipt.refundedAmount}`, Number(receipt.refundedAmount) > 0],
  ]
  const facts: [string, string][] = [
    ['收款方', seller],
    ['付款人', buyer],
    ['订单号', orderNo],
    ['下单时间', `${dayText(createTime)} ${timeText(createTime)}`],
    ['付款时间', `${dayText(paidTime)} ${timeText(paidTime)}`],
    ...(tradeNo ? [['交易号', tradeNo] as [string, string]] : []),
  ]
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(`收据 ${orderNo} · ${brandName}`)}</title>
<style>body{max-width:720px;margin:40px auto;padding:0 16px;font:15px/1.7 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#20281f}h1{text-align:center;letter-spacing:.3em}table{width:100%;border-collapse:collapse;margin-top:16px}td,th{padding:6px;border-bottom:1px solid #ddd8ca;text-align:left}td:last-child,th:last-child{text-align:right;font-variant-numeric:tabular-nums}</style>
</head><body><h1>收据</h1>
<table>${facts.map(rowOf).join('')}</table>
<table><tr><th>项目</th><th>原价</th><th>实收</th></tr>${items.map((item) => rowOf([item.name, `¥${showMoney(item.price)}`, `¥${showMoney(item.payAmount)}`])).join('')}</table>
<table>${sums
    .filter(([, , shown]) => shown)
    .map(([label, value]) => rowOf([label, `${value.startsWith('-') ? '−' : ''}¥${showMoney(value.replace('-', ''))}`]))
    .join('')}</table>
</body></html>
`
}
