import type { ReactNode } from 'react'
import { CollegeMenu } from '#client/app/college-menu.tsx'
import { CourseMenu } from '#client/app/course-menu.tsx'
import { type SiteEntry, siteEntries } from '#client/app/site-map.ts'
import { useDropMenu } from '#client/app/use-drop-menu.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import { StaticPart } from '#client/features/common/static-part.tsx'
import { Icon } from '#client/ui/icon.tsx'
import css from './site-nav.module.css'

interface EntryProps {
  entry: SiteEntry
  pathname: string
}

function EntryLink({ entry, pathname }: EntryProps): ReactNode {
  const isCurrent = entry.under.test(pathname)
  return (
    <a
      className={css.link}
      href={entry.href}
      aria-current={isCurrent ? (pathname === entry.href ? 'page' : 'true') : undefined}
    >
      <span className={isCurrent ? 'wave' : undefined}>{entry.text}</span>
    </a>
  )
}

function MenuEntry({ entry, pathname }: EntryProps): ReactNode {
  const menu = useDropMenu()
  const id = `menu-${entry.menu}`
  return (
    <li className={css.entry} ref={menu.root} data-open={menu.open || undefined} {...menu.handlers}>
      <EntryLink entry={entry} pathname={pathname} />
      <button
        className={css.toggle}
        type="button"
        aria-expanded={menu.open}
        aria-controls={id}
        aria-label={`${entry.text}菜单`}
        onClick={menu.toggle}
      >
        <Icon name="down" size={14} />
      </button>
      <StaticPart
        name={entry.menu === 'courses' ? 'course-menu' : 'college-menu'}
        as="div"
        id={id}
        className={`${css.drop} ${entry.menu === 'courses' ? css.wide : ''}`}
      >
        {entry.menu === 'courses' ? <CourseMenu /> : <CollegeMenu />}
      </StaticPart>
    </li>
  )
}

/** What hangs under an entry has its own address only when there is something: a school that has just opened has neither. */
function shownEntries({ colleges, courseTypes }: Pick<CommonData, 'colleges' | 'courseTypes'>): SiteEntry[] {
  return siteEntries.flatMap((entry) => {
    if (entry.menu === 'colleges') return colleges.length > 0 ? [entry] : []
    const { menu: _menu, ...plain } = entry
    return [entry.menu === 'courses' && courseTypes.length === 0 ? plain : entry]
  })
}

/** The entries: a row with hanging menus, or on narrow screens a sheet with everything in it. */
export function SiteNav({ id, pathname }: { id: string; pathname: string }): ReactNode {
  const { common } = useApp()
  return (
    <nav id={id} className={css.nav} aria-label="主导航">
      <ul className={css.entries}>
        {shownEntries(common).map((entry) =>
          entry.menu ? (
            <MenuEntry key={entry.href} entry={entry} pathname={pathname} />
          ) : (
            <li key={entry.href} className={css.entry}>
              <EntryLink entry={entry} pathname={pathname} />
            </li>
          ),
        )}
      </ul>
      {/* Seen without script only, where the address has opened the menu. */}
      <a className={css.shut} href="#root">
        收起菜单
      </a>
    </nav>
  )
}
