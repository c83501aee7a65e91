import { describe, expect, it } from 'vitest'
import { codeDigits, phoneDigits, phoneFault } from '#client/features/login/phone-text.ts'

describe('phoneDigits', () => {
  it('takes numbers as people write and paste them', () => {
    expect(phoneDigits('138 1619 2016')).toBe('13816192016')
    expect(phoneDigits('+86 138-1619-2016')).toBe('13816192016')
    expect(phoneDigits('0086 13816192016')).toBe('13816192016')
  })
  it('leaves other countries and numbers that begin with 86 alone', () => {
    expect(phoneDigits('8613816')).toBe('8613816')
    expect(phoneDigits('+852 9123 4567')).toBe('85291234567')
  })
})

describe('codeDigits', () => {
  it('finds the code in a pasted message', () => {
    expect(codeDigits('【学园】验证码 204816，5 分钟内有效')).toBe('204816')
    expect(codeDigits('204 816')).toBe('204816')
    expect(codeDigits('20481')).toBe('20481')
  })
})

describe('phoneFault', () => {
  it('says what is wrong', () => {
    expect(phoneFault('', '86')).toBe('账号必填')
    expect(phoneFault('1381619201', '86')).toBe('账号格式错误')
    expect(phoneFault('138161920161', '86')).toBe('账号格式错误')
    expect(phoneFault('13816192016', '86')).toBeUndefined()
    expect(phoneFault('912345', '852')).toBe('账号格式错误')
    expect(phoneFault('91234567', '852')).toBeUndefined()
  })
})
