import type { ReactNode } from 'react'
import type { CheckBinding } from '#client/features/form/use-form.ts'
import { CheckField } from '#client/ui/field.tsx'

/** The box of sign-up; the texts open beside the form, so that nothing typed is lost. */
export function AgreementField({ field }: { field: CheckBinding }): ReactNode {
  return (
    <CheckField {...field}>
      我已阅读并同意{' '}
      <a className="link" href="/agreement/register" target="_blank" rel="noopener">
        用户协议
      </a>{' '}
      和{' '}
      <a className="link" href="/agreement/privacy" target="_blank" rel="noopener">
        隐私政策
      </a>
    </CheckField>
  )
}
