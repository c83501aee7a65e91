import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { ownValue } from '#shared/own-value.ts'
import css from './tab-panels.module.css'
import look from './tabs.module.css'

export interface Tab<T extends string> {
  name: T
  text: string
  /** Class of the text while another one is chosen. */
  mark?: string | undefined
  /** While another one is chosen it stays, hidden; give nothing where it is to go. */
  panel: ReactNode
  /** Nothing in the panel takes the focus: it does so itself, and keys scroll it. */
  isText?: boolean
}

interface TabPanelsProps<T extends string> {
  label: string
  tabs: readonly Tab<T>[]
  current: T
  onChange: (name: T) => void
  /** The panels fill the height that is left, under a rule. */
  fills?: boolean
}

/** Words with a wave under the chosen one, over its panel. Arrows, Home and End choose; Tab leads on into the panel. */
export function TabPanels<T extends string>({ label, tabs, current, onChange, fills }: TabPanelsProps<T>): ReactNode {
  const id = useId()
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const [at, last] = [tabs.findIndex(({ name }) => name === current), tabs.length - 1]
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const next = ownValue(ways, event.key)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(tab.name)
    document.getElementById(id + tab.name)?.focus()
  }
  return (
    <>
      <div
        className={`${look.tabs} ${fills ? css.ruled : css.row}`}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
      >
        {tabs.map(({ name, text, mark }) => (
          <button
            key={name}
            id={id + name}
            type="button"
            role="tab"
            aria-selected={name === current}
            aria-controls={`${id}${name}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            <span className={name === current ? 'wave' : mark}>{text}</span>
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel, isText }) => (
        <div
          key={name}
          id={`${id}${name}-panel`}
          role="tabpanel"
          aria-labelledby={id + name}
          tabIndex={isText ? 0 : undefined}
          className={isText ? css.text : fills ? css.panel : undefined}
          hidden={name !== current}
        >
          {panel}
        </div>
      ))}
    </>
  )
}
