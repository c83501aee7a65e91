import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Icon } from '#client/ui/icon.tsx'
import { toast } from '#client/ui/toast-store.ts'
import css from './copy-link.module.css'

/** Puts a page's address on the clipboard; where there is none, shows it to be copied by hand. */
export function CopyLink({ path, text = '复制链接' }: { path: string; text?: string }): ReactNode {
  const { origin } = useApp().env
  const handleClick = async (): Promise<void> => {
    const address = `${origin}${path}`
    try {
      await navigator.clipboard.writeText(address)
      toast('链接已复制')
    } catch {
      window.prompt('复制这个地址', address)
    }
  }
  return (
    <button type="button" className={`${css.copy} no-print`} onClick={handleClick}>
      <Icon name="link" size={16} />
      {text}
    </button>
  )
}
