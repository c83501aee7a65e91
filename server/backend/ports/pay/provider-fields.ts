import { ownValue } from '#shared/own-value.ts'
import { type NotificationAnswer, PayError } from './pay-provider.ts'

const largestAnswer = 64 * 1024 * 1024

/** Sends a call; answers status, headers and text, whatever the status. Throws `PayError` without a word of what was sent. */
export async function askedText(
  who: string,
  url: string,
  init: RequestInit,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  try {
    const response = await fetch(url, { redirect: 'error', ...init })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > largestAnswer) throw new Error('too large')
    return { status: response.status, headers: response.headers, bytes }
  } catch (error) {
    throw new PayError(`${who} could not be asked: ${reasonOf(error)}.`)
  }
}

/** The same as text. */
export async function askedFields(
  who: string,
  url: string,
  init: RequestInit,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { status, headers, bytes } = await askedText(who, url, init)
  return { status, headers, text: bytes.toString() }
}

/** An error in a word, without addresses or values. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** The fields of a JSON object. */
export function parseFields(who: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // said below
  }
  throw new PayError(`${who} sent what can't be read.`)
}

/** A field that must be a text that isn't empty. */
export function textOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = ownValue(fields, name)
  if (typeof value === 'string' && value !== '') return value
  throw new PayError(`The field ${name} is missing.`)
}

/** A field that must be whole fen. */
export function fenOf(fields: Readonly<Record<string, unknown>>, name: string): number {
  const value = ownValue(fields, name)
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw new PayError(`The field ${name} is no amount.`)
}

/** Yuan as providers write them, '12.3' or '-0.10', as fen. */
export function fenOfYuan(text: string): number {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim()) ?? []
  if (whole === '') throw new PayError('An amount could not be read.')
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' ? -fen : fen
}

/** A moment: epoch milliseconds or a date with its offset. */
export function timeOf(value: unknown): Date {
  const date = typeof value === 'number' || typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime())) throw new PayError('A time could not be read.')
  return date
}

/** A provider's error code, as far as it looks like one. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : 'unknown'
}

/** 'success' or 'fail' in plain text. */
export function plainAnswer(taken: boolean): NotificationAnswer {
  return { status: taken ? 200 : 500, contentType: 'text/plain; charset=utf-8', body: taken ? 'success' : 'fail' }
}
