import { createHmac, randomBytes, sign, timingSafeEqual, verify } from 'node:crypto'

/** A message counts for so long before and after the moment that it names, in milliseconds. */
export const signatureWindowMs = 5 * 60_000

/** RSA-SHA256 over the parts, each ended by a line feed; base64. */
export function signParts(privateKey: string, parts: readonly string[]): string {
  return sign('RSA-SHA256', Buffer.from(`${parts.join('\n')}\n`), privateKey).toString('base64')
}

/** Whether the signature is of these parts. */
export function verifyParts(publicKey: string, parts: readonly string[], signature: string): boolean {
  return verify('RSA-SHA256', Buffer.from(`${parts.join('\n')}\n`), publicKey, Buffer.from(signature, 'base64'))
}

/** The headers of a signed message, as they are sent. */
export type SignatureHeaders = {
  readonly 'pay-timestamp': string
  readonly 'pay-nonce': string
  readonly 'pay-signature': string
}

/** Signs what is said now: `parts` before the moment and the nonce, the body after them. */
export function signMessage(privateKey: string, now: number, parts: readonly string[], body: string): SignatureHeaders {
  const [timestamp, nonce] = [String(now), randomBytes(16).toString('hex')]
  return {
    'pay-timestamp': timestamp,
    'pay-nonce': nonce,
    'pay-signature': signParts(privateKey, [...parts, timestamp, nonce, body]),
  }
}

/** What is wrong with a message, in a word; undefined when it is signed, whole and of now. */
export function faultOfMessage(
  publicKey: string,
  now: number,
  {
    headers,
    parts,
    body,
  }: { headers: Readonly<Record<string, string | string[] | undefined>>; parts: readonly string[]; body: string },
): string | undefined {
  const { 'pay-timestamp': timestamp, 'pay-nonce': nonce, 'pay-signature': signature } = headers
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string')
    return 'it is not signed'
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > signatureWindowMs) return 'it is not of now'
  return verifyParts(publicKey, [...parts, timestamp, nonce, body], signature) ? undefined : 'its signature is wrong'
}

/** The seal in a cashier's address. */
export function cashierSeal(cashierKey: string, outTradeNo: string): string {
  return createHmac('sha256', cashierKey).update(`cashier\n${outTradeNo}`).digest('base64url')
}

/** Compares two texts without telling by time how far they agree. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
