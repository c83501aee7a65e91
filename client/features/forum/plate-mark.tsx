import type { ReactNode } from 'react'
import css from './plate-mark.module.css'

/** The sign of a plate: a character in a practice cell, or a picture. */
export function PlateMark({ icon, size = 'm' }: { icon: string; size?: 'm' | 'l' }): ReactNode {
  const look = size === 'l' ? `${css.mark} ${css.l}` : css.mark
  if (icon.startsWith('/') || icon.startsWith('https:'))
    return (
      <img
        className={look}
        src={icon}
        alt=""
        width={size === 'l' ? 72 : 44}
        height={size === 'l' ? 72 : 44}
        loading="lazy"
        decoding="async"
      />
    )
  return (
    <span className={look} aria-hidden="true">
      {icon}
    </span>
  )
}
