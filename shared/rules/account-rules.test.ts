import { describe, expect, it } from 'vitest'
import { defaultNickname, isNickname, isPassword, isPhone, maskPhone } from '#shared/rules/account-rules.ts'
import { isSmsCode } from '#shared/rules/code-rules.ts'

describe('what may be typed when signing up and in', () => {
  it('a phone has 7 to 11 digits, Chinese ones eleven', () => {
    for (const phone of ['1234567', '12345678901']) expect(isPhone(852, phone), phone).toBe(true)
    for (const phone of ['123456', '123456789012', '12 34567', '+8612345', ''])
      expect(isPhone(852, phone), phone).toBe(false)
    expect(isPhone(86, '13800000001')).toBe(true)
    for (const phone of ['1380000000', '23800000001', '1234567']) expect(isPhone(86, phone), phone).toBe(false)
  })
  it('a password has 6 to 12 visible characters', () => {
    for (const password of ['123456', '一二三四五六', 'a b c d e f ', '😀😀😀😀😀😀'])
      expect(isPassword(password), password).toBe(true)
    for (const password of ['12345', '1234567890123', 'abc\ndef', ''])
      expect(isPassword(password), JSON.stringify(password)).toBe(false)
  })
  it('a nickname has 1 to 16 characters, some visible', () => {
    for (const name of ['墨', '一二三四五六七八九十一二三四五六']) expect(isNickname(name), name).toBe(true)
    for (const name of ['', '   ', '一二三四五六七八九十一二三四五六七', 'a\u0000b', 'a\u200bb'])
      expect(isNickname(name), JSON.stringify(name)).toBe(false)
  })
  it('a code has six digits', () => {
    expect(isSmsCode('012345')).toBe(true)
    for (const code of ['12345', '1234567', '12345a', '１２３４５６']) expect(isSmsCode(code), code).toBe(false)
  })
  it('hides a phone’s middle, names a learner by its end', () => {
    expect(maskPhone('13816192088')).toBe('138****2088')
    expect(maskPhone('1234567')).toBe('12***67')
    expect(defaultNickname('13816192088')).toBe('同学2088')
  })
})
