import { describe, expect, it } from 'vitest'
import { renewedUrl } from '#client/browser/signed-media.ts'

const newest = 'https://school.test/media/play/new.seal/master.m3u8'

describe('an address of signed media', () => {
  it('takes the newest signature, wherever in the film it points', () => {
    expect(renewedUrl('https://school.test/media/play/old.seal/360p/12.ts', newest)).toBe(
      'https://school.test/media/play/new.seal/360p/12.ts',
    )
    expect(renewedUrl('https://school.test/media/play/old.seal/master.m3u8?x=1', newest)).toBe(
      'https://school.test/media/play/new.seal/master.m3u8?x=1',
    )
  })
  it('stays when it is open to everybody, or lies elsewhere', () => {
    expect(renewedUrl('https://school.test/media/film/360p/12.ts', newest)).toBe(
      'https://school.test/media/film/360p/12.ts',
    )
    expect(renewedUrl('https://cdn.test/media/play/old.seal/1.ts', newest)).toBe(
      'https://cdn.test/media/play/old.seal/1.ts',
    )
    expect(renewedUrl('https://cdn.test/live/1.ts', 'https://cdn.test/live/index.m3u8')).toBe(
      'https://cdn.test/live/1.ts',
    )
  })
})
