import { readTab, writeTab } from '#client/browser/tab-store.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'

/** An identity that waits for a phone. */
export interface BindTicket {
  ticket: string
  loginType: OauthProvider
  /** '' when the provider gives none. */
  nickname: string
  /** '' when the provider gives none. */
  headImg: string
  /** Where the visitor came from. */
  redirect: string | null
}

const key = 'oauthBind'
const ticketForm = /^[A-Za-z0-9_-]{1,128}$/

function isTicket(value: unknown): value is BindTicket {
  const { ticket, loginType, nickname, headImg, redirect } = (value ?? {}) as Partial<Record<keyof BindTicket, unknown>>
  return (
    typeof ticket === 'string' &&
    ticketForm.test(ticket) &&
    (loginType === 'QQ' || loginType === 'WECHAT') &&
    typeof nickname === 'string' &&
    typeof headImg === 'string' &&
    (redirect === null || typeof redirect === 'string')
  )
}

/** Kept for this tab, never in an address. */
export function keepBindTicket(ticket: BindTicket): void {
  writeTab(key, ticket)
}

/** The ticket of this provider, when there is one. */
export function readBindTicket(loginType: OauthProvider): BindTicket | undefined {
  const kept = readTab(key)
  return isTicket(kept) && kept.loginType === loginType ? kept : undefined
}

/** It has been used. */
export function dropBindTicket(): void {
  writeTab(key, undefined)
}

/** A ticket that came in the address; another way in may hand it over like this. */
export function ticketOfAddress(search: string, loginType: OauthProvider): BindTicket | undefined {
  const ticket = new URLSearchParams(search).get('bindTicket')
  return ticket !== null && ticketForm.test(ticket)
    ? { ticket, loginType, nickname: '', headImg: '', redirect: null }
    : undefined
}
