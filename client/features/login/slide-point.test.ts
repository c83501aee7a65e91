import { describe, expect, it } from 'vitest'
import { encryptPoint, slideKey, slideMax, slidePlace } from '#client/features/login/slide-point.ts'

describe('slide captcha', () => {
  it('sends the x offset with y 5, encrypted as specified', () => {
    // openssl enc -aes-128-ecb over {"x":137,"y":5} with this key gives the same.
    expect(encryptPoint(137, 'A1b2C3d4E5f6G7h8')).toBe('zin6h5leb0PavtiEfJr+Lw==')
  })
  it('moves the piece by arrow keys, inside the picture', () => {
    expect(slideKey(10, 'ArrowRight', false)).toBe(11)
    expect(slideKey(10, 'ArrowRight', true)).toBe(20)
    expect(slideKey(10, 'ArrowLeft', true)).toBe(0)
    expect(slideKey(10, 'Home', false)).toBe(0)
    expect(slideKey(10, 'End', false)).toBe(slideMax)
    expect(slideKey(slideMax, 'ArrowRight', false)).toBe(slideMax)
    expect(slideKey(10, 'Tab', false)).toBeUndefined()
    expect(slidePlace(-4)).toBe(0)
    expect(slidePlace(900)).toBe(263)
  })
})
