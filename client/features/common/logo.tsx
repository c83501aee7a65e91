import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import css from './logo.module.css'

/** The mark in a practice cell and the school's name; leads home. */
export function Logo(): ReactNode {
  const { brandName } = useApp().env
  return (
    <a className={css.logo} href="/">
      <span className={css.mark} aria-hidden="true">
        {brandName.slice(0, 1)}
      </span>
      {brandName}
    </a>
  )
}
