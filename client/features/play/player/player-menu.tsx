import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useDismiss } from '#client/ui/use-dismiss.ts'
import { ownValue } from '#shared/own-value.ts'
import css from './player-bar.module.css'

export interface MenuGroup {
  label: string
  items: readonly { value: number; text: string }[]
  value: number
  onChoose: (value: number) => void
}

export interface PlayerMenuProps {
  /** What is chosen, for readers. */
  label: string
  /** What the button shows: the chosen one. */
  text: string
  /** More of it where there is room. */
  detail?: string | undefined
  /** Of each one is chosen; several are headed by their labels. */
  groups: readonly MenuGroup[]
}

function Group({
  group: { label, items, value },
  isHeaded,
  onChoose,
}: {
  group: MenuGroup
  isHeaded: boolean
  onChoose: (value: number) => void
}): ReactNode {
  return (
    <fieldset className={css.group}>
      <legend className={isHeaded ? css.groupHead : 'visually-hidden'}>{label}</legend>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="menuitemradio"
          aria-checked={item.value === value}
          className={css.item}
          onClick={() => onChoose(item.value)}
        >
          {item.text}
        </button>
      ))}
    </fieldset>
  )
}

/** One of a few, chosen from a list that opens over its button. */
export function PlayerMenu({ label, text, detail, groups }: PlayerMenuProps): ReactNode {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = (givesFocus: boolean): void => {
    setOpen(false)
    if (givesFocus) button.current?.focus()
  }
  useDismiss(open, root, close)
  useEffect(() => {
    if (open) root.current?.querySelector<HTMLElement>('[aria-checked=true], [role=menuitemradio]')?.focus()
  }, [open])

  function handleKey(event: KeyboardEvent): void {
    const options = Array.from(root.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])
    const at = options.indexOf(document.activeElement as HTMLElement)
    const step = ownValue({ ArrowUp: -1, ArrowDown: 1 }, event.key)
    // Keys of an open list aren't the player's; Esc closes it, and Tab leaves it.
    if (event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'Escape') {
      event.nativeEvent.stopImmediatePropagation()
      close(true)
    }
    if (event.key === 'Tab') setOpen(false)
    if (!step) return
    event.preventDefault()
    options[(at + step + options.length) % options.length]?.focus()
  }

  return (
    <div ref={root} className={css.menuPlace}>
      <button
        ref={button}
        type="button"
        className={css.word}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${label}：${detail ? `${text} ${detail}` : text}`}
        onClick={() => setOpen(!open)}
      >
        {text}
        {detail ? <span className={css.detail}> {detail}</span> : null}
      </button>
      {open ? (
        <div id={id} role="menu" aria-label={label} className={css.menu} onKeyDown={handleKey} tabIndex={-1}>
          {groups.map((group) => (
            <Group
              key={group.label}
              group={group}
              isHeaded={groups.length > 1}
              onChoose={(value) => {
                group.onChoose(value)
                close(true)
              }}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
