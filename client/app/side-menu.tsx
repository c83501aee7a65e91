import { type ReactNode, useEffect, useState } from 'react'
import { QrCode } from '#client/app/qr-code.tsx'
import { scrollToTop } from '#client/browser/scroll-to-top.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { SupportEntry } from '#client/features/support/support-entry.tsx'
import { Icon } from '#client/ui/icon.tsx'
import css from './side-menu.module.css'

/** Scrolled further than this many pixels, the page offers the way back to its top. */
const topFrom = 300

function useScrolledDown(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    const look = (): void => setDown(window.scrollY > topFrom)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return down
}

function AppCode({ code }: { code: CommonData['config']['qrCodes'][number] }): ReactNode {
  // The code is drawn when it is first wanted: it stands in the footer already.
  const [wanted, setWanted] = useState(false)
  const want = (): void => setWanted(true)
  return (
    <div className={css.item}>
      <button className={css.button} type="button" aria-describedby="rail-app" onPointerEnter={want} onFocus={want}>
        <Icon name="phone" />
        App
      </button>
      <div id="rail-app" className={css.pop}>
        {wanted ? <QrCode code={code} /> : null}
        扫码下载 App
      </div>
    </div>
  )
}

/** The rail at the right: customer service, feedback, complaints, the app's QR code, and back to top once there is a way back. */
export function SideMenu({ pathname }: { pathname: string }): ReactNode {
  const { config } = useApp().common
  const down = useScrolledDown()
  // for learners alone: it comes once somebody is known to be signed in
  const isSignedIn = useSession().user !== undefined
  const code = config.qrCodes.find((item) => item.kind === 'app')
  return (
    <aside className={`${css.rail} no-print`} aria-label="快捷工具">
      <SupportEntry
        pathname={pathname}
        itemClass={`${css.item} ${css.always}`}
        className={css.button}
        badgeClass={css.badge}
      />
      <div className={css.item}>
        <a className={css.button} href="/feedback">
          <Icon name="edit" />
          意见反馈
        </a>
      </div>
      {isSignedIn ? (
        <div className={css.item}>
          <a className={css.button} href="/feedback/complaint">
            <Icon name="bell" />
            投诉
          </a>
        </div>
      ) : null}
      {code ? <AppCode code={code} /> : null}
      {down ? (
        <button className={`${css.button} ${css.top}`} type="button" aria-label="回到顶部" onClick={scrollToTop}>
          <Icon name="up" />
          顶部
        </button>
      ) : null}
    </aside>
  )
}
