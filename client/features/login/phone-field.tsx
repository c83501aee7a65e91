import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { FieldBinding } from '#client/features/form/use-form.ts'
import { phoneDigits } from '#client/features/login/phone-text.ts'
import { TextField } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { phoneRegionsQuery } from '#client/features/login/login-queries.ts'
import css from './login-field.module.css'

export interface PhoneFieldProps {
  /** Of the number: its value holds digits only. */
  field: FieldBinding
  /** Of the dial code, '86' for example. */
  nation: FieldBinding
  label?: string
  hint?: ReactNode
  /** Where the number is the name of the account, 'username'. */
  autoComplete?: string
}

const home = { code: 'CN', region: 86, national: '中国' }

/** A phone number with its country's dial code; the countries come with the first such field of the page. */
export function PhoneField({
  field,
  nation,
  label = '手机号',
  hint,
  autoComplete = 'tel-national',
}: PhoneFieldProps): ReactNode {
  const { api } = useApp()
  const id = useId()
  const { data } = useQuery({
    ...phoneRegionsQuery(api),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const countries = data?.length ? data : [home]
  return (
    <TextField
      {...field}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete={autoComplete}
      maxLength={24}
      onChange={(value) => field.onChange(phoneDigits(value))}
      before={
        <span className={css.dial}>
          <label className="visually-hidden" htmlFor={id}>
            国家或地区
          </label>
          <span className="num" aria-hidden="true">
            +{nation.value}
          </span>
          <Icon name="down" size={12} />
          <select
            id={id}
            name={nation.name}
            autoComplete="tel-country-code"
            value={nation.value}
            onChange={(event) => nation.onChange(event.target.value)}
          >
            {countries.map((country) => (
              <option key={country.code} value={String(country.region)}>
                {country.national} +{country.region}
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}
