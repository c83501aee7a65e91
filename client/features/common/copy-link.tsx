import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { copyText } from '#client/features/common/copy-text.ts'
import { Icon } from '#client/ui/icon.tsx'
import css from './copy-link.module.css'

/** Puts a page's address on the clipboard; where there is none, shows it to be copied by hand. */
export function CopyLink({ path, text = '复制链接' }: { path: string; text?: string }): ReactNode {
  const { origin } = useApp().env
  return (
    <button
      type="button"
      className={`${css.copy} no-print`}
      onClick={() => void copyText(origin + path, { done: '链接已复制' })}
    >
      <Icon name="link" size={16} />
      {text}
    </button>
  )
}
