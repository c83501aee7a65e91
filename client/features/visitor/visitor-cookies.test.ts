import { describe, expect, it } from 'vitest'
import { idsToKeep } from '#client/features/visitor/visitor-cookies.ts'

describe('idsToKeep', () => {
  it('keeps invite and clue ids of up to 19 digits', () => {
    expect(idsToKeep(new URLSearchParams('inviteUserId=9&clueUserId=1234567890123456789&x=1'))).toEqual([
      ['inviteUserId', '9'],
      ['clueUserId', '1234567890123456789'],
    ])
  })
  it('ignores anything else', () => {
    for (const value of ['', '-1', '12345678901234567890', '9a', '<script>']) {
      expect(idsToKeep(new URLSearchParams({ inviteUserId: value }))).toEqual([])
    }
  })
})
