import { describe, expect, it } from 'vitest'
import { guardVisit, type PageAccess, type VisitSession } from './page-guards.ts'

const origin = 'https://school.example'
const visitor: VisitSession = { loggedIn: false, phoneIsReal: false }
const learner: VisitSession = { loggedIn: true, phoneIsReal: true }
const unbound: VisitSession = { loggedIn: true, phoneIsReal: false }

function visit(
  address: string,
  session: VisitSession,
  access: PageAccess = 'anyone',
  isAuthPage = false,
): ReturnType<typeof guardVisit> {
  const url = new URL(address, origin)
  return guardVisit({ pathname: url.pathname, search: url.searchParams, access, isAuthPage }, session, { origin })
}

describe('the login action in an address', () => {
  it('opens a login that a visitor can close', () => {
    expect(visit('/course?action=login', visitor)).toEqual({ kind: 'askLogin', closable: true, via: 'action' })
  })
  it('does nothing for a learner', () => {
    expect(visit('/course?action=login', learner)).toEqual({ kind: 'pass' })
  })
  it('does nothing for another action', () => {
    expect(visit('/course?action=logout', visitor)).toEqual({ kind: 'pass' })
  })
})

describe('a page that needs a login', () => {
  it('opens a login that a visitor cannot close', () => {
    expect(visit('/user/info', visitor, 'user')).toEqual({ kind: 'askLogin', closable: false, via: 'page' })
  })
  it('stays unclosable with the login action in the address', () => {
    expect(visit('/user/info?action=login', visitor, 'user')).toMatchObject({ closable: false })
  })
  it('lets a learner in', () => {
    expect(visit('/user/info', learner, 'user')).toEqual({ kind: 'pass' })
  })
})

describe('a coupon page', () => {
  it('opens the coupon login for a visitor', () => {
    expect(visit('/coupon', visitor, 'coupon')).toEqual({ kind: 'askLogin', closable: false, via: 'coupon' })
  })
  it('lets a learner in', () => {
    expect(visit('/coupon', learner, 'coupon')).toEqual({ kind: 'pass' })
  })
})

describe('an invite or clue in an address', () => {
  it('opens a login that an invited visitor cannot close', () => {
    expect(visit('/course?inviteUserId=9', visitor)).toEqual({ kind: 'askLogin', closable: false, via: 'invite' })
  })
  it('does so for a clue', () => {
    expect(visit('/course?clueUserId=12', visitor)).toEqual({ kind: 'askLogin', closable: false, via: 'invite' })
  })
  it('asks nothing on the home page', () => {
    expect(visit('/?inviteUserId=9', visitor)).toEqual({ kind: 'pass' })
  })
  it('asks on the home page when inviteWay is 1', () => {
    expect(visit('/?inviteUserId=9&inviteWay=1', visitor)).toMatchObject({ via: 'invite' })
  })
  it('asks nothing on the home page when inviteWay is 2', () => {
    expect(visit('/?inviteUserId=9&inviteWay=2', visitor)).toEqual({ kind: 'pass' })
  })
  it('asks nothing of a learner', () => {
    expect(visit('/course?inviteUserId=9', learner)).toEqual({ kind: 'pass' })
  })
  it('is ignored when the id is no number', () => {
    expect(visit('/course?inviteUserId=abc', visitor)).toEqual({ kind: 'pass' })
  })
  it('opens no second login on the register page', () => {
    expect(visit('/register?inviteUserId=9', visitor, 'register', true)).toEqual({ kind: 'pass' })
  })
})

describe('a learner without a real phone', () => {
  it('is sent to bind one and comes back', () => {
    expect(visit('/course?sort=new', unbound)).toEqual({
      kind: 'redirect',
      to: '/user/auth/bind?redirect=%2Fcourse%3Fsort%3Dnew',
    })
  })
  it.each(['/user/auth/bind', '/authMiddlePage/auth', '/user/oauth/QQ'])('may stay on %s', (path) => {
    expect(visit(path, unbound)).toEqual({ kind: 'pass' })
  })
})

describe('the register page for a learner', () => {
  it('leads to the wanted address with the invite and clue', () => {
    expect(
      visit('/register?registerRedirect=%2Fclasses%3Fa%3D1&inviteUserId=9&clueUserId=4', learner, 'register', true),
    ).toEqual({
      kind: 'redirect',
      to: '/classes?a=1&inviteUserId=9&clueUserId=4',
    })
  })
  it('leads home without a wanted address', () => {
    expect(visit('/register', learner, 'register', true)).toEqual({ kind: 'redirect', to: '/' })
  })
  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'leads home for %s',
    (target) => {
      expect(visit(`/register?registerRedirect=${encodeURIComponent(target)}`, learner, 'register', true)).toEqual({
        kind: 'redirect',
        to: '/',
      })
    },
  )
})

describe('the login page for a learner', () => {
  it.each([
    ['/auth/login?redirect=%2Fuser%2Finfo%3Ftab%3D1', '/user/info?tab=1'],
    ['/auth/login?code=-5', '/'],
    ['/auth/login?redirect=%2F%2Fevil.example', '/'],
    ['/auth/login?redirect=https%3A%2F%2Fevil.example%2F', '/'],
  ])('%s leads to %s', (from, to) => {
    expect(visit(from, learner, 'anyone', true)).toEqual({ kind: 'redirect', to })
  })
})

describe('the page after signing up', () => {
  it('is shown to a learner', () => {
    expect(visit('/register/success', learner, 'anyone', true)).toEqual({ kind: 'pass' })
  })
  it('sends a visitor to sign up first', () => {
    expect(visit('/register/success', visitor, 'anyone', true)).toEqual({ kind: 'redirect', to: '/register' })
  })
})

describe('a session ended from outside', () => {
  it.each([-5, -6, -7])('leads to the login page for code %i', (endCode) => {
    const result = visit('/course?sort=new', { ...visitor, endCode })
    expect(result).toEqual({ kind: 'redirect', to: `/auth/login?code=${endCode}&redirect=%2Fcourse%3Fsort%3Dnew` })
  })
  it('stays on the login page itself', () => {
    expect(visit('/auth/login?code=-5', { ...visitor, endCode: -5 }, 'anyone', true)).toEqual({ kind: 'pass' })
  })
  it('asks for nothing when it merely timed out', () => {
    expect(visit('/course', { ...visitor, endCode: -3 })).toEqual({ kind: 'pass' })
  })
})
