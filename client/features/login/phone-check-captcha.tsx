import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { LazyCaptcha } from '#client/features/login/lazy-captcha.ts'
import type { PhoneCheck } from '#client/features/login/use-phone-check.ts'

/** The security check that the server wants before it says whether a number has an account; nothing when it wants none. */
export function PhoneCheckCaptcha({ captcha }: Pick<PhoneCheck, 'captcha'>): ReactNode {
  const { env } = useApp()
  if (!captcha) return null
  return (
    <LazyCaptcha
      styles={env.css['captcha-dialog']}
      onProof={captcha.prove}
      returnTo={captcha.returnTo}
      onClose={captcha.close}
    />
  )
}
