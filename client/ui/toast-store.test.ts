import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToasts, toast, toastMs } from '#client/ui/toast-store.ts'

describe('toast', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('keeps the newest three', () => {
    for (const text of ['一', '二', '三', '四']) toast(text)
    expect(currentToasts().map((item) => item.text)).toEqual(['二', '三', '四'])
  })
  it('goes after three seconds', () => {
    toast('保存成功')
    vi.advanceTimersByTime(toastMs - 1)
    expect(currentToasts()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(currentToasts()).toHaveLength(0)
  })
  it('shows the same text once', () => {
    toast('操作太快', 'warn')
    toast('操作太快', 'warn')
    expect(currentToasts()).toHaveLength(1)
  })
})
