import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { lockScroll } from '#client/ui/lock-scroll.ts'
import css from './dialog.module.css'

export interface DialogProps {
  title: string
  /** One line under the title. */
  note?: string
  /** false: neither Esc, the cross nor a press outside closes it. */
  closable?: boolean
  /** s: as wide as the slide captcha. */
  size?: 'm' | 's'
  /** Where the page is wide enough it stands at the left of the room's side column, which stays in use; else over the page as all others. */
  beside?: boolean
  /** What gets the focus when it closes, when that isn't what opened it. */
  returnTo?: () => HTMLElement | null | undefined
  onClose: () => void
  children: ReactNode
}

/**
 * A window over the page that keeps the focus until it is closed and then gives it back. It is open while it is rendered.
 * NOTE: import the module that uses it dynamically (`lazy(() => import(...))`): it brings Radix along.
 */
export function Dialog({
  title,
  note,
  closable = true,
  size = 'm',
  beside = false,
  returnTo,
  onClose,
  children,
}: DialogProps): ReactNode {
  const [isBeside] = useState(() => beside && window.matchMedia('(min-width: 1041px)').matches)
  const opener = useRef<Element | null>(null)
  // NOTE: Radix's own overlay locks scrolling by an inline style element, which the site's CSP refuses; a class does it here.
  useEffect(() => (isBeside ? undefined : lockScroll()), [isBeside])
  const refuse = (event: Event): void => {
    if (!closable) event.preventDefault()
  }
  const stay = (event: Event): void => {
    if (isBeside) event.preventDefault()
  }
  const handleOpenChange = (open: boolean): void => {
    if (!open && closable) onClose()
  }
  return (
    <Radix.Root open modal={!isBeside} onOpenChange={handleOpenChange}>
      <Radix.Portal>
        <div className={isBeside ? css.beside : css.veil}>
          <Radix.Content
            className={size === 's' ? `${css.dialog} ${css.small}` : css.dialog}
            {...(note ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement
              // The first field; without one the window itself, so that nothing in it looks chosen.
              event.preventDefault()
              const content = event.currentTarget as HTMLElement
              const field =
                content.querySelector<HTMLElement>('input:not([type=hidden]), textarea') ??
                content.querySelector('select')
              ;(field ?? content).focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const target = returnTo?.() ?? opener.current
              if (target instanceof HTMLElement) target.focus()
            }}
            onEscapeKeyDown={refuse}
            onPointerDownOutside={refuse}
            onInteractOutside={stay}
          >
            <Radix.Title className={css.title}>{title}</Radix.Title>
            {note ? <Radix.Description className={css.note}>{note}</Radix.Description> : null}
            {children}
            {closable ? (
              <Radix.Close className={css.close} aria-label="关闭">
                <Icon name="close" />
              </Radix.Close>
            ) : null}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
