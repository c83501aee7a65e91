import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

/** chalk is for the board and other dark grounds. */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'chalk' | 'text'
export type ButtonSize = 's' | 'm' | 'l'

interface Look {
  tone: ButtonTone
  size?: ButtonSize
  /** As wide as its box. */
  full?: boolean
}

function look({ tone, size = 'm', full }: Look, className: string | undefined): string {
  return [css.button, css[tone], css[size], full ? css.full : '', className ?? ''].filter(Boolean).join(' ')
}

/** A button; `busy` while what it began isn't done. */
export function Button({
  tone,
  size,
  full,
  busy = false,
  className,
  children,
  ...rest
}: Look & { busy?: boolean } & ComponentProps<'button'>): ReactNode {
  return (
    <button
      type="button"
      className={`${look({ tone, size, full }, className)}${busy ? ` ${css.busy}` : ''}`}
      aria-busy={busy || undefined}
      {...rest}
    >
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ tone, size, full, className, children, ...rest }: Look & ComponentProps<'a'>): ReactNode {
  return (
    <a className={look({ tone, size, full }, className)} {...rest}>
      {children}
    </a>
  )
}
