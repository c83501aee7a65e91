import { describe, expect, it } from 'vitest'
import { noticePosition } from '#client/app/visit.tsx'

describe('noticePosition', () => {
  it('is the home page and the pages of the colleges', () => {
    expect(noticePosition({ id: 'home', status: 200, pathname: '/' })).toBe('home')
    expect(noticePosition({ id: 'college', status: 200, pathname: '/college/music' })).toBe('college')
  })
  it('is no other page and no error', () => {
    expect(noticePosition({ id: 'course-list', status: 200, pathname: '/course' })).toBeUndefined()
    expect(noticePosition({ id: 'error', status: 404, pathname: '/college/none' })).toBeUndefined()
  })
})
