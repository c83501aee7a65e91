import * as z from 'zod/mini'
import { flag, httpUrl, integer, setting, type Values } from './setting.ts'

export const accountSettings = {
  TOKEN_EXPIRY: setting(
    integer(580, 1, 1_000_000),
    'longest life of a session and its cookie, in units of `TOKEN_EXPIRY_UNIT`',
  ),
  TOKEN_EXPIRY_UNIT: setting(
    z._default(z.enum(['second', 'minute', 'hour', 'day']), 'day'),
    'second, minute, hour or day',
  ),
  SESSION_IDLE_DAYS: setting(integer(30, 1, 3650), 'a session that nobody used for so long is over'),
  REGISTRATION: setting(z._default(z.enum(['open', 'closed']), 'open'), '`closed`: learners log in, nobody signs up'),
  AGREEMENT_TICKED: setting(flag(true), 'whether the box of the agreements is ticked beforehand'),
  ADMIN_URL: setting(httpUrl, "address of a management backend of one's own, which the account menu of staff leads to"),
}

export interface SessionConfig {
  /** The token expiry setting as it is given out, and in seconds: the cookie's and the session's longest life. */
  readonly tokenExpiry: number
  readonly tokenExpiryUnit: 'second' | 'minute' | 'hour' | 'day'
  readonly expirySeconds: number
  /** Without a call for so long the session ends. */
  readonly idleSeconds: number
}

export interface AccountConfig {
  readonly registrationOpen: boolean
  readonly agreementTicked: boolean
  readonly adminUrl: string | undefined
}

const secondsOf = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const

export function readSessionConfig(raw: Values<typeof accountSettings>): SessionConfig {
  return {
    tokenExpiry: raw.TOKEN_EXPIRY,
    tokenExpiryUnit: raw.TOKEN_EXPIRY_UNIT,
    expirySeconds: raw.TOKEN_EXPIRY * secondsOf[raw.TOKEN_EXPIRY_UNIT],
    idleSeconds: raw.SESSION_IDLE_DAYS * secondsOf.day,
  }
}

export function readAccountConfig(raw: Values<typeof accountSettings>): AccountConfig {
  return {
    registrationOpen: raw.REGISTRATION === 'open',
    agreementTicked: raw.AGREEMENT_TICKED,
    adminUrl: raw.ADMIN_URL,
  }
}
