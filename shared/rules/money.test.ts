import { describe, expect, it } from 'vitest'
import { showMoney, toYuan } from './money.ts'

describe('money', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [123450, '1234.50'],
    [698000, '6980.00'],
    [-101, '-1.01'],
  ])('of %i fen goes over the wire as %s', (fen, yuan) => {
    expect(toYuan(fen)).toBe(yuan)
  })
  it.each([
    ['0', '0.00'],
    ['1234.5', '1,234.50'],
    [6980, '6,980.00'],
    ['1234567.00', '1,234,567.00'],
    ['x', '0.00'],
  ])('of %s is shown as %s', (value, text) => {
    expect(showMoney(value)).toBe(text)
  })
})
