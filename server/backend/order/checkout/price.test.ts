import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newOrderNumber } from './order-number.ts'
import { type PricedLine, priceOrder, shareOut } from './price.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const fen = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 1_000_000 }), fc.nat({ max: 100_000_000_000 }))
const line: fc.Arbitrary<PricedLine> = fc.record({ priceFen: fen, owned: fc.boolean() })

describe('sharing an amount out', () => {
  test('by prices, the odd fen where most was cut', () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(shareOut(10_000, [4990, 9990, 19_990])).toEqual([1427, 2857, 5716])
    expect(shareOut(7, [0, 0])).toEqual([4, 3])
    expect(shareOut(0, [])).toEqual([])
  })

  test('nobody gets more than fits', () => {
    expect(shareOut(10, [1, 1], [2, 20])).toEqual([2, 8])
    expect(() => shareOut(10, [1, 1], [2, 3])).toThrow('no room')
    expect(() => shareOut(1, [])).toThrow('no room')
  })

  test('is exact and fair to the fen, whatever the weights', () => {
    fc.assert(
      fc.property(fen, fc.array(fen, { minLength: 1, maxLength: 30 }), (total, weights) => {
        const shares = shareOut(total, weights)
        const whole = sum(weights)
        expect(sum(shares)).toBe(total)
        weights.forEach((weight, index) => {
          const [low, off] =
            whole === 0
              ? [BigInt(total) / BigInt(weights.length), 1n]
              : [(BigInt(total) * BigInt(weight)) / BigInt(whole), 1n]
          const share = BigInt(shares[index] ?? -1)
          if (share < low || share > low + off) throw new Error(`${share} is not about ${low}`)
        })
      }),
      { numRuns: 5000 },
    )
  })
})

describe('the price of an order', () => {
  test('what is owned first, then the coupon, then the deposit', () => {
    const lines = [
      { priceFen: 10_000, owned: false },
      { priceFen: 20_000, owned: true },
      { priceFen: 5000, owned: false },
    ]
    expect(priceOrder({ lines, couponFen: 3000, depositFen: 2000 })).toEqual({
      amountFen: 35_000,
      ownedFen: 20_000,
      couponFen: 3000,
      depositFen: 2000,
      payAmountFen: 10_000,
      lines: [
        { ownedFen: 0, couponFen: 2000, depositFen: 1333 },
        { ownedFen: 20_000, couponFen: 0, depositFen: 0 },
        { ownedFen: 0, couponFen: 1000, depositFen: 667 },
      ],
    })
  })

  test('a coupon worth more than the order makes it 0.00', () => {
    expect(priceOrder({ lines: [{ priceFen: 990, owned: false }], couponFen: 5000, depositFen: 100 })).toMatchObject({
      couponFen: 990,
      depositFen: 0,
      payAmountFen: 0,
    })
  })

  test('100,000 baskets add up, and refunds give back just that', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fen, fen, (lines, couponFen, depositFen) => {
        const price = priceOrder({ lines, couponFen, depositFen })
        const refunds = lines.map((one, index) => {
          const share = price.lines[index] ?? { ownedFen: -1, couponFen: 0, depositFen: 0 }
          return one.priceFen - share.ownedFen - share.couponFen - share.depositFen
        })
        const wrong =
          price.payAmountFen < 0 ||
          price.amountFen - price.ownedFen - price.couponFen - price.depositFen !== price.payAmountFen ||
          sum(lines.map((one) => one.priceFen)) !== price.amountFen ||
          refunds.some((refund) => refund < 0 || !Number.isSafeInteger(refund)) ||
          sum(refunds) !== price.payAmountFen ||
          lines.some((one, index) => one.owned && refunds[index] !== 0)
        return !wrong
      }),
      { numRuns: 100_000 },
    )
  }, 60_000)
})

test('an order number is Shanghai’s day and ten digits', () => {
  expect(newOrderNumber(Date.parse('2026-03-11T16:30:00Z'))).toMatch(/^20260312\d{10}$/)
  expect(newOrderNumber(0)).not.toBe(newOrderNumber(0))
})
