import { expect, it } from 'vitest'
import { toPrefs } from '#client/features/play/player/player-prefs.ts'

it('what was kept counts where it makes sense', () => {
  expect(toPrefs({ rate: 1.5, volume: 0.4, muted: true, captions: true, line: '标清' })).toEqual({
    rate: 1.5,
    volume: 0.4,
    muted: true,
    captions: true,
    line: '标清',
  })
  expect(toPrefs({ rate: 3, volume: 7, muted: 'yes', line: 7 })).toEqual({
    rate: 1,
    volume: 1,
    muted: false,
    captions: false,
    line: '',
  })
  expect(toPrefs('broken')).toEqual({ rate: 1, volume: 1, muted: false, captions: false, line: '' })
  expect(toPrefs(undefined).rate).toBe(1)
})
