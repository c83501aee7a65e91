import { createDecipheriv, randomInt } from 'node:crypto'
import * as z from 'zod/mini'

const keyAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const keyLength = 16

const Point = z.strictObject({ x: z.number(), y: z.number() })

/** Where the piece was let go, in pixels of the 310 wide picture. */
export type Point = z.output<typeof Point>

/** A key of 16 characters for one challenge. */
export function newSecretKey(): string {
  return Array.from({ length: keyLength }, () => keyAlphabet[randomInt(keyAlphabet.length)]).join('')
}

/** The point that base64 of AES-128-ECB with PKCS7 hides; undefined for anything else, a point that isn't encrypted among it. */
export function readPoint(pointJson: string, secretKey: string): Point | undefined {
  try {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(secretKey), null)
    const text = Buffer.concat([decipher.update(pointJson, 'base64'), decipher.final()]).toString('utf8')
    const result = Point.safeParse(JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}
