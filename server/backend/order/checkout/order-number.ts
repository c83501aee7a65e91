import { randomInt } from 'node:crypto'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'

const randomDigits = 10

/** A number for a new order, digits only: the day in Shanghai and ten random ones. Another order may have it already: the database tells. */
export function newOrderNumber(now: number): string {
  return shanghaiDay(now).replaceAll('-', '') + String(randomInt(10 ** randomDigits)).padStart(randomDigits, '0')
}
