import { useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { isPhone } from '#shared/rules/account-rules.ts'

/** What is known of a number: nothing yet, being asked, not answered, has an account, has none. */
export type PhoneState = 'empty' | 'checking' | 'failed' | 'registered' | 'unregistered'

interface PhoneCheck {
  state: PhoneState
  /** Whether the check has answered: only then a code may be asked for. */
  answered: boolean
  /** Asks again after a check that failed. */
  retry: () => void
}

/** Waits for the end of typing: numbers of other countries are right from the seventh digit on. */
const typingMs = 250

/** Asks whether a number has an account as soon as it is one; any change of it starts anew (spec §4, phone flow). */
export function usePhoneCheck(nationCode: string, phone: string): PhoneCheck {
  const { api } = useApp()
  const number = isPhone(Number(nationCode), phone) ? `${nationCode}-${phone}` : ''
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ number: string; attempt: number; state: PhoneState }>()
  useEffect(() => {
    if (!number) return
    const left = new AbortController()
    const settle = (state: PhoneState): void => {
      if (!left.signal.aborted) setAnswer({ number, attempt, state })
    }
    const [nation, digits] = number.split('-') as [string, string]
    const timer = setTimeout(() => {
      api.call('GET /api/auth/check/phoneNum/exist', { phoneNum: digits, nationCode: Number(nation) }, { signal: left.signal }).then(
        (exists) => settle(exists ? 'registered' : 'unregistered'),
        (error: unknown) => {
          if (left.signal.aborted) return
          if (error instanceof ApiError && error.code !== Code.Toast) toast(error.message, 'bad')
          settle('failed')
        },
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [api, number, attempt])
  const state = number === '' ? 'empty' : answer?.number === number && answer.attempt === attempt ? answer.state : 'checking'
  return {
    state,
    answered: state === 'registered' || state === 'unregistered',
    retry: () => {
      if (state === 'failed') setAttempt(attempt + 1)
    },
  }
}
