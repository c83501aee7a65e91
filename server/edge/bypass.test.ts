import { describe, expect, it } from 'vitest'
import { isPersonal } from './bypass.ts'

describe('isPersonal', () => {
  it('is true for any session cookie, and for Authorization', () => {
    for (const cookie of [
      'session=a',
      '__Host-session=a',
      'a=1; session=b',
      'a=1;session=b',
      'a=1,session=b',
      'a="x"; __Host-session=b',
    ]) {
      expect(isPersonal({ cookie }), cookie).toBe(true)
    }
    expect(isPersonal({ authorization: '' })).toBe(true)
  })

  it('is false for every other cookie', () => {
    for (const cookie of ['signedIn=1', 'mysession=a', 'my_session=a', 'sessionId=a', 'robotId=session'])
      expect(isPersonal({ cookie }), cookie).toBe(false)
    expect(isPersonal({})).toBe(false)
  })
})
