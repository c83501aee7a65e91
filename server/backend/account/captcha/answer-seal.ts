import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyedHash } from '#server/backend/base/secret.ts'

const cipher = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** The key of one challenge; only who has the site's secret finds it. */
const keyOf = (hash: KeyedHash, captchaKey: string): Buffer => hash.of('captcha-sound', captchaKey)

/** Encrypts what an image captcha shows, so that it can be read out later: AES-256-GCM as iv, tag, text. */
export function sealAnswer(hash: KeyedHash, captchaKey: string, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(hash, captchaKey), iv)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed])
}

/** Undoes it; undefined for what another key or secret sealed. */
export function openAnswer(hash: KeyedHash, captchaKey: string, sealed: Buffer): string | undefined {
  try {
    const opening = createDecipheriv(cipher, keyOf(hash, captchaKey), sealed.subarray(0, ivBytes))
    opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
