import { describe, expect, it } from 'vitest'
import { descriptionOf, schoolFillers, sentence } from '#client/pages/catalogue-head.ts'

describe('descriptions', () => {
  it('have at least 50 characters and end with a stop', () => {
    const text = descriptionOf(['学会把照片里多余的东西拿掉。', '录播课共 20 讲，12 小时。'], schoolFillers)
    expect(text.length).toBeGreaterThanOrEqual(50)
    expect(text.length).toBeLessThanOrEqual(80)
    expect(text).toMatch(/。$/)
  })
  it('leave out what would be too long', () => {
    expect(descriptionOf([`${'一'.repeat(60)}。`, `${'二'.repeat(30)}。`, '三。'])).toBe(`${'一'.repeat(60)}。三。`)
  })
  it('take whole sentences', () => {
    expect(sentence('分为甲、乙')).toBe('分为甲、乙。')
    expect(sentence('够了吗？')).toBe('够了吗？')
    expect(sentence(' ')).toBe('')
  })
})
