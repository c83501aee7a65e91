import { describe, expect, it } from 'vitest'
import { userMenu, userMenuEntries } from '#client/features/user-centre/user-menu.ts'

const adminUrl = 'https://admin.school.test'

describe('the menu of the user centre', () => {
  it('has twelve entries in their order', () => {
    expect(userMenuEntries.map(({ path, query = '' }) => path + query)).toEqual([
      '/user/timetable?type=live',
      '/user/timetable?type=answer-live',
      '/user/course?over=1',
      '/user/sysClass',
      '/user/testPaper',
      '/user/homework',
      '/user/order',
      '/bbs/user',
      '/user/info',
      '/user/message',
      '/user/feedback',
      '/user/security',
    ])
  })
  it('shows neither the classroom nor the community', () => {
    expect(userMenuEntries.filter(({ hidden }) => hidden).map(({ path }) => path)).toEqual([
      '/user/timetable',
      '/bbs/user',
    ])
  })
  it('keeps that order whatever of it is shown', () => {
    const order = userMenuEntries.map(({ path, query = '' }) => path + query)
    const shown = userMenu({ isAdmin: false, adminUrl }).map(({ href }) => order.indexOf(href))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    expect(shown).not.toContain(-1)
  })
  it('begins with the management backend, for administrators alone', () => {
    expect(userMenu({ isAdmin: true, adminUrl })[0]).toEqual({ text: '管理后台', href: adminUrl, newTab: true })
    expect(userMenu({ isAdmin: true, adminUrl: null })).toEqual(userMenu({ isAdmin: false, adminUrl }))
  })
})
