import { describe, expect, it } from 'vitest'
import { afterLogin } from '#client/features/login/after-login.ts'

const origin = 'https://school.example'
const old = { isRegistered: false, phoneIsReal: true }
const fresh = { isRegistered: true, phoneIsReal: true }

function at(path: string): { origin: string; pathname: string; search: string } {
  const { pathname, search } = new URL(path, origin)
  return { origin, pathname, search }
}

describe('afterLogin', () => {
  it('shows the same page again, without the login request', () => {
    expect(afterLogin(old, at('/course?page=2&action=login'))).toEqual({ to: '/course?page=2', toast: '登录成功' })
  })
  it('follows an internal redirect and no other', () => {
    expect(afterLogin(old, at('/auth/login?redirect=%2Fuser%2Finfo%3Fa%3D1')).to).toBe('/user/info?a=1')
    for (const bad of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\\evil.example']) {
      expect(afterLogin(old, at(`/auth/login?redirect=${encodeURIComponent(bad)}`)).to).toBe('/')
    }
    expect(afterLogin(old, at('/auth/login'), '/classes').to).toBe('/classes')
  })
  it('goes home from the login page', () => {
    expect(afterLogin(old, at('/auth/login?code=-5')).to).toBe('/')
  })
  it('brings a new account back with isRegistered=1, without a toast', () => {
    expect(afterLogin(fresh, at('/live/list?action=login'))).toEqual({ to: '/live/list?isRegistered=1' })
    expect(afterLogin(fresh, at('/auth/login?redirect=%2Fclasses%3Fpage%3D2'))).toEqual({
      to: '/classes?page=2&isRegistered=1',
    })
    expect(afterLogin(fresh, at('/auth/login'))).toEqual({ to: '/?isRegistered=1' })
  })
  it('goes home from provider pages, or back where one was', () => {
    for (const path of ['/authMiddlePage/auth?loginType=QQ', '/user/oauth/QQ', '/user/oauth']) {
      expect(afterLogin(old, at(path))).toEqual({ to: '/', toast: '登录成功' })
      expect(afterLogin(fresh, at(path), '/course?page=2')).toEqual({ to: '/course?page=2&isRegistered=1' })
    }
    expect(afterLogin(old, at('/user/oauthorities')).to).toBe('/user/oauthorities')
  })
  it('sends an account without a phone to bind one first', () => {
    expect(afterLogin({ isRegistered: false, phoneIsReal: false }, at('/course?action=login'))).toEqual({
      to: '/user/auth/bind?redirect=%2Fcourse',
    })
  })
})
