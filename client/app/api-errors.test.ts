import { describe, expect, it } from 'vitest'
import { type Place, reactionTo } from '#client/app/api-errors.ts'
import type { CallRoute } from '#shared/contract/calls.ts'

const here: Place = { pathname: '/course', search: '?page=2', wasSignedIn: true }
const loginPage: Place = { pathname: '/auth/login', search: '', wasSignedIn: false }
const read: CallRoute = 'GET /api/course/course-detail'

function react(code: number, route: CallRoute = read, at = here): ReturnType<typeof reactionTo> {
  return reactionTo({ code, message: '说明' }, route, at)
}

describe('reactionTo', () => {
  it('sends an ended session to login, with the way back', () => {
    expect(react(-5)).toEqual({
      kind: 'toLogin',
      to: '/auth/login?code=-5&redirect=%2Fcourse%3Fpage%3D2',
      report: true,
    })
    expect(react(-6)).toMatchObject({ kind: 'toLogin', report: false })
    expect(react(-7, 'GET /api/user/info')).toMatchObject({ kind: 'toLogin', report: false })
  })
  it('stays on the login page', () => {
    expect(react(-5, read, loginPage)).toEqual({ kind: 'none' })
    expect(react(-3, read, loginPage)).toEqual({ kind: 'none' })
  })
  it('says at once that an account may not sign in', () => {
    expect(react(-6, 'POST /api/auth/login')).toEqual({ kind: 'abnormal' })
    expect(react(-7, 'GET /api/oauth/oauth-login-check')).toEqual({ kind: 'abnormal' })
    expect(react(-6, 'POST /api/auth/login', loginPage)).toEqual({ kind: 'abnormal' })
    expect(react(-6, read, loginPage)).toEqual({ kind: 'abnormal' })
  })
  it('asks for a closed login: the session ran out', () => {
    expect(react(-3)).toEqual({ kind: 'askLogin', closable: false, via: 'expired' })
    expect(react(-3, read, { ...here, wasSignedIn: false })).toEqual({
      kind: 'askLogin',
      closable: false,
      via: 'click',
    })
    expect(react(-3, 'GET /api/user/info')).toEqual({ kind: 'none' })
  })
  it('asks for a login that can be closed', () => {
    expect(react(401)).toEqual({ kind: 'askLogin', closable: true, via: 'click' })
  })
  it('says what the server has to say', () => {
    expect(react(4004)).toEqual({ kind: 'toast', text: '说明' })
    expect(react(4004, 'POST /api/ubas/flow-collect')).toEqual({ kind: 'none' })
  })
  it('says it once: not where a player shows it', () => {
    expect(react(4004, 'GET /api/vod/period/play')).toEqual({ kind: 'none' })
    for (const route of ['POST /api/exam/save', 'POST /api/user/homework/save'] as const)
      expect([react(4004, route), react(404, route)]).toEqual([{ kind: 'none' }, { kind: 'none' }])
    expect(react(-5, 'POST /api/exam/save')).toMatchObject({ kind: 'toLogin' })
    expect(react(-3, 'GET /api/vod/period/play')).toMatchObject({ kind: 'askLogin' })
  })
  it('leaves missing data to the page, reports a missing deed', () => {
    expect(react(404)).toEqual({ kind: 'none' })
    expect(react(0)).toEqual({ kind: 'none' })
    expect(react(404, 'POST /api/platform/notice/add-platform-user-log')).toEqual({ kind: 'none' })
  })
})
