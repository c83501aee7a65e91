import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Avatar } from '#client/features/session/avatar.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { menuNotes } from '#client/features/user-centre/menu-notes.ts'
import { userMenu } from '#client/features/user-centre/user-menu.ts'
import { menuCountsQuery } from '#client/features/session/session-queries.ts'
import css from './user-frame.module.css'

export interface UserFrameProps {
  /** Path of the menu's entry to which the page belongs. */
  current: string
  title: string
  /** Where the page stands, above its title. */
  crumbs?: ReactNode
  /** Tabs of the whole page, beside the title; what they lead to begins with a rule of its own. */
  tabs?: ReactNode
  /** One line under the title. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

function Menu({ current }: { current: string }): ReactNode {
  const { user } = useSession()
  const { api, common } = useApp()
  const { adminUrl } = common.config
  // asked once the page is there: nobody waits for it, and without it the menu is whole
  const { data: counts } = useQuery({
    ...menuCountsQuery(api),
    enabled: user !== null,
    staleTime: 0,
  })
  const list = useRef<HTMLUListElement>(null)
  // On narrow screens the entries lie in a row that scrolls: the current one must be in sight.
  useEffect(() => {
    const row = list.current
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  })
  return (
    <nav className={css.side} aria-label="用户中心">
      {user ? (
        <div className={css.who}>
          <Avatar user={user} size="l" />
          <p className={css.name}>{user.nickname}</p>
        </div>
      ) : null}
      <ul className={css.entries} ref={list}>
        {userMenu({ isAdmin: user?.adminRole ?? false, adminUrl }).map(({ text, href, newTab }) => {
          const path = href.split('?')[0] ?? ''
          const isCurrent = path === current
          const note = menuNotes(counts).get(path)
          return (
            <li key={href}>
              <a
                className={css.entry}
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
              >
                <span className={isCurrent ? 'wave' : undefined}>{text}</span>
                {note ? (
                  <span className={css.note} data-due={note.isDue || undefined}>
                    {note.text}
                  </span>
                ) : null}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The frame of every page of the user centre: its menu, the page's title, and the page itself. */
export function UserFrame({ current, title, crumbs, tabs, lead, actions, children }: UserFrameProps): ReactNode {
  return (
    <div className={`wrap ${css.frame}`}>
      <Menu current={current} />
      <div className={css.body}>
        {crumbs ? <div className={css.crumbs}>{crumbs}</div> : null}
        <div className={tabs ? `${css.head} ${css.tabbed}` : css.head}>
          <h1 className={css.title}>{title}</h1>
          {tabs}
          {actions ? <div className={css.actions}>{actions}</div> : null}
          {lead ? <p className={css.lead}>{lead}</p> : null}
        </div>
        {children}
      </div>
    </div>
  )
}
