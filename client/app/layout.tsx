import type { MouseEvent, ReactNode } from 'react'
import { Footer } from '#client/app/footer.tsx'
import { Header } from '#client/app/header.tsx'
import { SideMenu } from '#client/app/side-menu.tsx'
import { Logo } from '#client/features/common/logo.tsx'
import type { Layout as LayoutName, PageView } from '#client/pages/page-view.ts'
import css from './layout.module.css'

/** error: header and footer; bare: neither. */
type Frame = LayoutName | 'error' | 'bare'

/** The frame of a view: its page's layout; of the error pages only 404 and 410 keep header and footer. */
export function frameOf({ id, status, layout }: Pick<PageView, 'id' | 'status' | 'layout'>): Frame {
  if (id !== 'error' && status === 200) return layout
  return status === 404 || status === 410 ? 'error' : 'bare'
}

const withHeader: readonly Frame[] = ['base', 'default', 'fixedMenu', 'error']
const withSideMenu: readonly Frame[] = ['base', 'fixedMenu']

// The router would only note the hash; the focus has to move.
function skipToMain(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Header, footer and side menu round a page, as its layout wants them. */
export function Layout({ view, children }: { view: PageView; children: ReactNode }): ReactNode {
  const frame = frameOf(view)
  const isPreview = new URLSearchParams(view.search).get('isPreview') === 'true'
  const hasChrome = withHeader.includes(frame)
  // A classroom is dark whatever the time of day.
  const look = [css.layout, isPreview ? css.preview : '', frame === 'viewPlay' ? `${css.classroom} night` : '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={look}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link without script, too */}
      <a className="skip" href="#main" onClick={skipToMain}>
        跳到正文
      </a>
      {/* a classroom says so in its own head, and fills the screen */}
      {isPreview && frame !== 'viewPlay' ? <p className={`${css.ribbon} no-print`}>预览：这一页还没有发布</p> : null}
      {hasChrome ? <Header pathname={view.pathname} search={view.search} /> : null}
      {frame === 'logoOnly' ? (
        <header className={css.logoOnly}>
          <div className="wrap">
            <Logo />
          </div>
        </header>
      ) : null}
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      {hasChrome ? <Footer isHome={view.id !== 'error' && view.pathname === '/'} /> : null}
      {withSideMenu.includes(frame) && !isPreview ? <SideMenu pathname={view.pathname} /> : null}
    </div>
  )
}
