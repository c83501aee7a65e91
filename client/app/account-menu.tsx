import { type ReactNode, useState } from 'react'
import { useDropMenu } from '#client/app/use-drop-menu.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { useOwnClasses } from '#client/features/session/use-own-classes.ts'
import { Avatar } from '#client/features/session/avatar.tsx'
import { dropHint } from '#client/features/session/signed-in-hint.ts'
import { userMenu } from '#client/features/user-centre/user-menu.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import { pageTable } from '#client/pages/page-table.ts'
import { Icon } from '#client/ui/icon.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import { timeText } from '#shared/rules/number-text.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'
import { logOut } from '#client/features/session/session-queries.ts'
import css from './account-menu.module.css'

type User = CallOutput<'GET /api/user/info'>

const menuId = 'account-menu'
const always = (): boolean => true

/** Loads the page anew as a visitor's, or home when visitors don't see it: nothing of the learner stays in memory. */
function leave(): void {
  if (createPageMatcher(pageTable)(location.pathname)?.page.access === 'anyone') location.reload()
  else location.assign('/')
}

function LogoutButton(): ReactNode {
  const { api } = useApp()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      await logOut(api)
      dropHint()
      leave()
    } catch {
      setBusy(false)
      toast('没能退出，请再试一次', 'bad')
    }
  }
  return (
    <button type="button" className={css.item} data-level="1" disabled={busy} onClick={handleClick}>
      退出登录
    </button>
  )
}

/** The learner's own class that is on or begins soon; asked when the menu is opened. */
function OwnClass({ isOpen }: { isOpen: boolean }): ReactNode {
  const now = useNow()
  const card = useOwnClasses(isOpen).find((one) => now !== undefined && isRoomOpen(one, now))
  if (!card?.roomUrl) return null
  return (
    <li>
      <a className={`${css.item} ${css.class}`} href={card.roomUrl} data-level="1">
        {card.liveStatus === LiveStatus.live ? (
          <LiveMark>正在上课</LiveMark>
        ) : (
          <span className="muted">{timeText(card.begDate)} 开课</span>
        )}
        <span className="one">{card.periodName}</span>
      </a>
    </li>
  )
}

/** The learner's corner of the header: the picture leads to the own data, the menu to the rest of the user centre and out. */
export function AccountMenu({ user }: { user: User }): ReactNode {
  const { adminUrl } = useApp().common.config
  const menu = useDropMenu<HTMLDivElement>(always)
  return (
    <div className={css.account} ref={menu.root} data-open={menu.open || undefined} {...menu.handlers}>
      <a className={css.face} href="/user/info" aria-label={`${user.nickname}，我的信息`}>
        <Avatar user={user} />
      </a>
      <button
        className={css.toggle}
        type="button"
        aria-expanded={menu.open}
        aria-controls={menuId}
        aria-label={user.entranceNo ? '账号菜单，有新的入学信息' : '账号菜单'}
        onClick={menu.toggle}
      >
        <Icon name="down" size={14} />
        {user.entranceNo ? <span className={css.dot} /> : null}
      </button>
      <div id={menuId} className={css.drop}>
        <p className={css.name}>{user.nickname}</p>
        <ul>
          <OwnClass isOpen={menu.open} />
          {user.entranceNo ? (
            <li>
              <a className={css.item} href={`/entrance/${user.entranceNo}`} data-level="1">
                入学信息
                <span className={css.dot} />
              </a>
            </li>
          ) : null}
          {userMenu({ isAdmin: user.adminRole, adminUrl }).map(({ text, href, newTab }) => (
            <li key={href}>
              <a
                className={css.item}
                href={href}
                data-level="1"
                {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
              >
                {text}
              </a>
            </li>
          ))}
          <li className={css.last}>
            <LogoutButton />
          </li>
        </ul>
      </div>
    </div>
  )
}
