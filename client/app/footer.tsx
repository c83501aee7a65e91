import type { ReactNode } from 'react'
import { QrCode } from '#client/app/qr-code.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { Logo } from '#client/features/common/logo.tsx'
import { StaticPart } from '#client/features/common/static-part.tsx'
import { LinkKind } from '#shared/contract/enums.ts'
import css from './footer.module.css'

/** The board at the foot: about, phone, QR codes, filings; friendly links on the home page only. */
export function Footer({ isHome }: { isHome: boolean }): ReactNode {
  return (
    <StaticPart name={isHome ? 'footer-home' : 'footer'} as="footer" className={`${css.foot} on-board no-print`}>
      <FooterContent isHome={isHome} />
    </StaticPart>
  )
}

/** What stands in the footer; it depends on the common data alone. */
export function FooterContent({ isHome }: { isHome: boolean }): ReactNode {
  const { common, env } = useApp()
  const { config, links } = common
  const about = links.filter((link) => link.kind === LinkKind.about)
  const friendly = isHome ? links.filter((link) => link.kind === LinkKind.friendly) : []
  return (
    <div className="wrap">
      <div className={css.grid}>
        <div className={css.brand}>
          <Logo />
          <p className={css.slogan}>{config.slogan}</p>
        </div>
        <nav aria-label="关于">
          <h2>关于{env.brandName}</h2>
          <ul>
            {about.map((link) => (
              <li key={link.url}>
                <a href={link.url}>{link.name}</a>
              </li>
            ))}
            <li>
              <a href="/rss.xml" type="application/rss+xml">
                订阅文章
              </a>
            </li>
          </ul>
        </nav>
        <div>
          <h2>找人帮忙</h2>
          <p className={css.phone}>
            <a href={`tel:${config.servicePhone}`}>{config.servicePhone}</a>
          </p>
          <p>{config.serviceHours}</p>
          {config.serviceDays ? <p>{config.serviceDays}</p> : null}
          <ul className={css.ways}>
            <li>
              <a href="/feedback">意见反馈</a>
            </li>
            <li>
              <a href="/feedback/complaint">校长信箱</a>
            </li>
          </ul>
        </div>
        <div>
          <h2>随身学</h2>
          <ul className={css.codes}>
            {config.qrCodes.map((code) => (
              <li key={code.kind}>
                <QrCode code={code} />
                {code.name}
              </li>
            ))}
          </ul>
        </div>
      </div>
      {friendly.length > 0 ? (
        <nav className={css.legal} aria-label="友情链接">
          <span>友情链接</span>
          {friendly.map((link) => (
            <a key={link.url} href={link.url} target="_blank" rel="noopener">
              {link.name}
            </a>
          ))}
        </nav>
      ) : null}
      <p className={css.legal}>
        <span>© {env.brandName}</span>
        {config.filings.map((filing) =>
          filing.url ? (
            <a key={filing.text} href={filing.url} target="_blank" rel="noopener nofollow">
              {filing.text}
            </a>
          ) : (
            <span key={filing.text}>{filing.text}</span>
          ),
        )}
      </p>
    </div>
  )
}
