import { type ReactNode, useRef, useState } from 'react'
import { HeaderAccount } from '#client/app/header-account.tsx'
import { SiteNav } from '#client/app/site-nav.tsx'
import { Logo } from '#client/features/common/logo.tsx'
import { SearchBox } from '#client/features/search/search-box.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { useDismiss } from '#client/ui/use-dismiss.ts'
import css from './header.module.css'

const navId = 'site-nav'

/** The sticky header: logo, entries, search, and the visitor's or learner's corner. */
export function Header({ pathname, search }: { pathname: string; search: string }): ReactNode {
  // The sheet belongs to the page on which it was opened: on another one it is closed.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === pathname
  const root = useRef<HTMLElement>(null)
  const burger = useRef<HTMLAnchorElement>(null)
  const toggle = (): void => setOpenAt(open ? undefined : pathname)

  useDismiss(open, root, (byKey) => {
    setOpenAt(undefined)
    if (byKey) burger.current?.focus()
  })

  const isSearch = pathname === '/search'
  return (
    <header className={`${css.head} no-print`} ref={root} data-open={open || undefined}>
      <div className={`wrap ${css.bar}`}>
        <Logo />
        {/* biome-ignore lint/a11y/useSemanticElements: without script it is a link to the menu, which a touch on a button wouldn't open everywhere */}
        <a
          ref={burger}
          className={css.burger}
          href={`#${navId}`}
          role="button"
          aria-label={open ? '收起菜单' : '展开菜单'}
          aria-expanded={open}
          aria-controls={navId}
          onClick={(event) => {
            event.preventDefault()
            toggle()
          }}
          onKeyDown={(event) => {
            if (event.key !== ' ') return
            event.preventDefault()
            toggle()
          }}
        >
          <Icon name={open ? 'close' : 'menu'} size={24} />
        </a>
        <SiteNav id={navId} pathname={pathname} />
        {isSearch ? null : (
          <>
            <div className={css.find}>
              <SearchBox />
            </div>
            <a className={css.findLink} href="/search" aria-label="搜索">
              <Icon name="search" size={22} />
            </a>
          </>
        )}
        <HeaderAccount pathname={pathname} search={search} />
      </div>
    </header>
  )
}
