import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { agreementTitles, agreementType } from '#client/pages/agreement/agreement-titles.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { agreementTypes } from '#shared/contract/enums.ts'
import { dayText } from '#shared/rules/number-text.ts'
import { agreementTextQuery } from '#client/features/common/agreement-queries.ts'
import css from './agreement.module.css'

/** One legal text, with all of them in a list beside it. */
export function Agreement({ params }: PageProps): ReactNode {
  const type = agreementType(params.type)
  const { title, contentHtml, version, effectiveDate } = useRead(agreementTextQuery, { type })
  return (
    <div className={`wrap ${css.page}`}>
      <nav className={`${css.list} no-print`} aria-label="协议与规则">
        <p className={css.label}>协议与规则</p>
        <ul>
          {agreementTypes.map((other) => (
            <li key={other}>
              <a href={`/agreement/${other}`} aria-current={other === type ? 'page' : undefined}>
                {agreementTitles[other]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className={css.text}>
        <h1>{title}</h1>
        <p className={`${css.version} s13 faint`}>
          <span>第 {version} 版</span>
          <span>{dayText(effectiveDate)} 起生效</span>
        </p>
        <div className="prose" dangerouslySetInnerHTML={{ __html: contentHtml }} />
      </article>
    </div>
  )
}
