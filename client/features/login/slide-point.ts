import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import ECB from 'crypto-js/mode-ecb.js'
import Pkcs7 from 'crypto-js/pad-pkcs7.js'
import { ownValue } from '#shared/own-value.ts'
import { slide } from '#shared/rules/captcha-rules.ts'

/** How far the piece can go, in pixels of the picture's 310. */
export const slideMax = slide.width - slide.block

/** A place of the piece inside the picture, in whole pixels. */
export function slidePlace(x: number): number {
  return Math.min(slideMax, Math.max(0, Math.round(x)))
}

/** Where the keyboard takes the piece from `x`: 1 px a press, 10 with Shift; undefined for any other key. */
export function slideKey(x: number, key: string, shift: boolean): number | undefined {
  const step = shift ? 10 : 1
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: x + step,
    ArrowUp: x + step,
    ArrowLeft: x - step,
    ArrowDown: x - step,
    PageUp: x + 10,
    PageDown: x - 10,
    Home: 0,
    End: slideMax,
  }
  const to = ownValue(moves, key)
  return to === undefined ? undefined : slidePlace(to)
}

/** The point as the check wants it: AES-128-ECB with PKCS7 over {"x":number,"y":5}, in base64 (spec §5). */
export function encryptPoint(x: number, secretKey: string): string {
  return AES.encrypt(JSON.stringify({ x, y: slide.y }), Utf8.parse(secretKey), { mode: ECB, padding: Pkcs7 }).toString()
}
