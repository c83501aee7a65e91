import { describe, expect, it } from 'vitest'
import { cooldownName, cooldownView, startCooldown } from '#client/features/login/code-cooldown.ts'

describe('cooldown of the get-code button', () => {
  const sent = startCooldown('message', 0, 60_000)
  it('falls from 60 to nothing', () => {
    expect(cooldownView(sent, 0).secondsLeft).toBe(60)
    expect(cooldownView(sent, 1_000).secondsLeft).toBe(59)
    expect(cooldownView(sent, 59_999).secondsLeft).toBe(1)
    expect(cooldownView(sent, 60_000).secondsLeft).toBe(0)
    expect(cooldownView(undefined, 0)).toEqual({ secondsLeft: 0, offersVoice: false })
  })
  it('offers a call 5 s after a message', () => {
    expect(cooldownView(sent, 4_999).offersVoice).toBe(false)
    expect(cooldownView(sent, 5_000).offersVoice).toBe(true)
    expect(cooldownView(sent, 60_000).offersVoice).toBe(false)
  })
  it('offers no second call', () => {
    const called = startCooldown('call', 6_000, 66_000)
    for (const now of [6_000, 30_000, 65_999, 66_000]) expect(cooldownView(called, now).offersVoice).toBe(false)
  })
  it('keeps no number readable, and numbers apart', () => {
    expect(cooldownName('86-13816192016')).not.toContain('1381')
    expect(cooldownName('86-13816192016')).not.toBe(cooldownName('86-13816192017'))
  })
})
