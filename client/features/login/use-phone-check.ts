import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { fetchPhoneExists, phoneExistsQuery } from '#client/features/login/login-queries.ts'
import { isPhone } from '#shared/rules/account-rules.ts'

/** What is known of a number: nothing yet, being asked, only told after a captcha, not answered, has an account, has none. */
export type PhoneState = 'empty' | 'checking' | 'captcha' | 'failed' | 'registered' | 'unregistered'

export interface PhoneCheck {
  state: PhoneState
  /** Whether the check has answered: only then a code may be asked for. */
  answered: boolean
  /** Asks again after a check that failed. */
  retry: () => void
  /** Another call told that the number has an account now. */
  noteExists: () => void
  /** The security check that the server wants first; rejects with 4002 when the proof was refused. */
  captcha:
    | { prove: (proof: CaptchaProof) => Promise<void>; close: () => void; returnTo: () => HTMLElement | null }
    | undefined
}

/** An answer stands for the other forms, too: asking is limited. */
const answerMs = 60_000
/** Waits for the end of typing: numbers of other countries are right from the seventh digit on. */
const typingMs = 250

function isCaptchaWanted(error: unknown): boolean {
  return error instanceof ApiError && error.code === Code.CaptchaError
}

// 4004 is told for every call in one place.
function tell(error: unknown): void {
  if (error instanceof ApiError && error.code !== Code.Toast) toast(error.message, 'bad')
}

/** Asks whether a number has an account as soon as it is one; any change of it starts anew (spec §4, phone flow). */
export function usePhoneCheck(nationCode: string, phone: string): PhoneCheck {
  const { api } = useApp()
  const queryClient = useQueryClient()
  const number = isPhone(Number(nationCode), phone) ? `${nationCode}-${phone}` : ''
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ number: string; attempt: number; state: PhoneState }>()
  /** Where the learner was when the captcha came up. */
  const opener = useRef<Element>(null)
  const input = { phoneNum: phone, nationCode: Number(nationCode) }
  const query = phoneExistsQuery(api, input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number stands for the query
  useEffect(() => {
    if (!number) return
    let left = false
    const settle = (state: PhoneState): void => {
      if (!left) setAnswer({ number, attempt, state })
    }
    const timer = setTimeout(() => {
      queryClient.fetchQuery({ ...query, staleTime: answerMs, retry: false }).then(
        (exists) => settle(exists ? 'registered' : 'unregistered'),
        (error: unknown) => {
          if (isCaptchaWanted(error)) {
            opener.current = document.activeElement
            return settle('captcha')
          }
          if (!left) tell(error)
          settle('failed')
        },
      )
    }, typingMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [number, attempt])
  const settleNow = (next: PhoneState): void => setAnswer({ number, attempt, state: next })
  const prove = async ({ captchaType, code, captchaToken, captchaKey }: CaptchaProof): Promise<void> => {
    try {
      const exists = await fetchPhoneExists(api, {
        ...input,
        captchaType,
        code,
        captchaToken,
        captchaKey,
      })
      queryClient.setQueryData(query.queryKey, exists)
      settleNow(exists ? 'registered' : 'unregistered')
    } catch (error) {
      if (isCaptchaWanted(error)) throw error
      tell(error)
      settleNow('failed')
    }
  }
  const returnTo = (): HTMLElement | null => (opener.current instanceof HTMLElement ? opener.current : null)
  const state =
    number === '' ? 'empty' : answer?.number === number && answer.attempt === attempt ? answer.state : 'checking'
  return {
    state,
    answered: state === 'registered' || state === 'unregistered',
    retry: () => {
      if (state === 'failed') setAttempt(attempt + 1)
    },
    noteExists: () => queryClient.setQueryData(query.queryKey, true),
    captcha: state === 'captcha' ? { prove, close: () => settleNow('failed'), returnTo } : undefined,
  }
}
