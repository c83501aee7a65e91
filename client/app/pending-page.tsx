import type { ReactNode } from 'react'
import type { PageView } from '#client/pages/page-view.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import css from './error-page.module.css'

/** What stands in the frame while a page's data are on their way. Without script they can't be put in: it is opened once more. */
export function PendingPage({ view }: { view: PageView }): ReactNode {
  const { title, pathname, search } = view
  return (
    <div className="wrap">
      <h1 className="visually-hidden">{title ? `${title}，正在打开` : '正在打开'}</h1>
      <Skeleton kind="lines" />
      <noscript>
        <p className={css.actions}>
          <ButtonLink tone="primary" href={pathname + search}>
            内容来得比平时慢，再打开一次
          </ButtonLink>
        </p>
      </noscript>
    </div>
  )
}
