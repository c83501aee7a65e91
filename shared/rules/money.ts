import { withCommas } from './number-text.ts'

/** Fen to yuan on the wire and on screen: always two decimals (spec §3), 698000 -> '6980.00'. */
export function toYuan(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / 100)
  const cents = Math.abs(fen) % 100
  return `${fen < 0 ? '-' : ''}${whole}.${String(cents).padStart(2, '0')}`
}

/** Yuan on the wire to fen: '1234.5' -> 123450. What it is given has been checked by the contract. */
export function toFen(yuan: string): number {
  const [whole = '0', cents = ''] = yuan.split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** Money as the visitor reads it: '6980.00' or 6980 -> '6,980.00'. Anything unreadable is '0.00'. */
export function showMoney(value: string | number): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return '0.00'
  const [whole = '0', cents = '00'] = number.toFixed(2).split('.')
  return `${withCommas(Number(whole))}.${cents}`
}

/** Fen as they stand in a sentence: 100000 -> '¥1,000.00'. */
export function moneyText(fen: number): string {
  return `${fen < 0 ? '−' : ''}¥${showMoney(toYuan(Math.abs(fen)))}`
}
