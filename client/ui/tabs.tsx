import { type KeyboardEvent, type ReactNode, useId } from 'react'
import css from './tabs.module.css'

export interface TabItem {
  text: string
  href: string
  current: boolean
}

/** Words with a wave under the current one. They are links: each has an address or an anchor of its own. */
export function TabLinks({ label, items, size = 'm' }: { label: string; items: readonly TabItem[]; size?: 'm' | 'l' }): ReactNode {
  return (
    <nav className={`${css.tabs} ${css.links} ${size === 'l' ? css.large : ''} no-print`} aria-label={label}>
      {items.map((item) => (
        <a key={item.href + item.text} href={item.href} aria-current={item.current ? 'true' : undefined}>
          <span className={item.current ? 'wave' : undefined}>{item.text}</span>
        </a>
      ))}
    </nav>
  )
}

export interface Tab<T extends string> {
  name: T
  text: string
  /** Of one that isn't shown it stays, hidden; give nothing where it is to go. */
  panel: ReactNode
  /** Nothing in the panel takes the focus: it does so itself, and keys scroll it. */
  isText?: boolean
  /** Something in it hasn't been seen: it blinks. */
  isNew?: boolean
}

interface TabsProps<T extends string> {
  label: string
  tabs: readonly Tab<T>[]
  current: T
  onChange: (name: T) => void
  /** The panels fill the height that is left, under a rule. */
  fills?: boolean
}

/** The tab to which a key leads: round at both ends; undefined for any other key. */
function nextTab(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? count - 1 : undefined
  return step && (at + step) % count
}

/** The same words over panels, of which one is shown. Arrows, Home and End choose, Tab leads on into the panel. */
export function Tabs<T extends string>({ label, tabs, current, onChange, fills = false }: TabsProps<T>): ReactNode {
  const id = useId()
  const at = tabs.findIndex(({ name }) => name === current)
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : nextTab(event.key, at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.name)
    document.getElementById(`${id}-${tab.name}`)?.focus()
  }
  return (
    <>
      <div className={`${css.tabs} ${fills ? css.ruled : css.apart}`} role="tablist" aria-label={label} onKeyDown={handleKey}>
        {tabs.map(({ name, text, isNew }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === current}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={name === current ? 0 : -1}
            className={isNew ? css.fresh : undefined}
            onClick={() => onChange(name)}
          >
            <span className={name === current ? 'wave' : undefined}>{text}</span>
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel, isText }) => (
        <div
          key={name}
          id={`${id}-${name}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${name}`}
          tabIndex={isText ? 0 : undefined}
          className={fills ? `${css.panel} ${isText ? css.text : ''}` : undefined}
          hidden={name !== current}
        >
          {panel}
        </div>
      ))}
    </>
  )
}
