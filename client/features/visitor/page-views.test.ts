import { expect, it } from 'vitest'
import { withoutSecrets } from '#client/features/visitor/page-views.ts'

it('tells of a page without the secrets in its address', () => {
  expect(withoutSecrets('/authMiddlePage/auth?code=A1B2&state=x_y&loginType=QQ')).toBe(
    '/authMiddlePage/auth?loginType=QQ',
  )
  expect(withoutSecrets('https://school.example/user/oauth/QQ?bindTicket=secret')).toBe(
    'https://school.example/user/oauth/QQ',
  )
  expect(withoutSecrets('/course?token=secret&page=2')).toBe('/course?page=2')
  expect(withoutSecrets('/auth/login?code=-5&redirect=%2Fcourse')).toBe('/auth/login?code=-5&redirect=%2Fcourse')
  expect(withoutSecrets(`/bbs/detail/encrypt?id=12.1773201600000.${'a'.repeat(43)}&page=2`)).toBe(
    '/bbs/detail/encrypt?page=2',
  )
  expect(withoutSecrets('/course')).toBe('/course')
})
