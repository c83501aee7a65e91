import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import css from './lesson-side.module.css'

const tabs = ['list', 'talk'] as const
type Tab = (typeof tabs)[number]

const texts: Readonly<Record<Tab, string>> = { list: '目录', talk: '课上的聊天' }

/** Beside a lesson: the list of the course's lessons, and of a class that is watched again what was said in it. */
export function LessonSide({ list, talk }: { list: ReactNode; talk: ReactNode }): ReactNode {
  const id = useId()
  const [tab, setTab] = useState<Tab>('list')
  if (!talk) return list
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other = tab === 'list' ? 'talk' : 'list'
    setTab(other)
    document.getElementById(`${id}-${other}-tab`)?.focus()
  }
  return (
    <>
      <div className={css.tabs} role="tablist" aria-label="课程目录和聊天" onKeyDown={handleKey}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`${id}-${name}-tab`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls={`${id}-${name}`}
            tabIndex={tab === name ? 0 : -1}
            className={css.tab}
            onClick={() => setTab(name)}
          >
            <span className={tab === name ? 'wave' : undefined}>{texts[name]}</span>
          </button>
        ))}
      </div>
      <div id={`${id}-list`} role="tabpanel" aria-labelledby={`${id}-list-tab`} className={css.panel} hidden={tab !== 'list'}>
        {list}
      </div>
      <div id={`${id}-talk`} role="tabpanel" aria-labelledby={`${id}-talk-tab`} className={`${css.panel} ${css.talk}`} hidden={tab !== 'talk'}>
        {talk}
      </div>
    </>
  )
}
