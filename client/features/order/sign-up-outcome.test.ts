import { describe, expect, it } from 'vitest'
import { payHref, signUpOutcome } from './sign-up-outcome.ts'

describe('what an answer of sign-up means', () => {
  it.each([
    [{ orderNo: '20261122', doPay: true, result: false }, 'pay'],
    [{ orderNo: '20261122', doPay: true, result: true }, 'pay'],
    [{ orderNo: '20261122', doPay: false, result: true }, 'done'],
    [{ orderNo: '20261122', doPay: false, result: false }, 'failed'],
    [{ result: true }, 'done'],
    [{ doPay: false, result: true }, 'done'],
    [{ doPay: true, result: false }, 'done'],
    [{ doPay: true }, 'done'],
    [{ doPay: false, result: false }, 'failed'],
    [{}, 'failed'],
  ] as const)('%j leads to %s', (answer, outcome) => expect(signUpOutcome(answer)).toBe(outcome))

  it('the cashier is told the kind and the number', () =>
    expect(payHref('2026112200000001', 2)).toBe('/order/pay/2?orderNo=2026112200000001'))
})
