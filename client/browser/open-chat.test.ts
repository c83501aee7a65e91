import { describe, expect, it } from 'vitest'
import { isChatPage } from '#client/browser/open-chat.ts'

describe('isChatPage', () => {
  const patterns = ['/', '/classes*', '/live/list']
  it('fits whole paths, and beginnings with a star', () => {
    for (const path of ['/', '/classes', '/classes/12', '/live/list']) expect(isChatPage(patterns, path)).toBe(true)
  })
  it('fits nothing else', () => {
    for (const path of ['/course', '/live/list/2', '/search']) expect(isChatPage(patterns, path)).toBe(false)
  })
})
