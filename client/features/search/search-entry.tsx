import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './search-entry.module.css'

type Entry = CallOutput<'GET /api/search/all'>['page']['records'][number]

/** What its uses are called. */
const usesText: Readonly<Record<Entry['kind'], string>> = {
  course: '人在学',
  classes: '人在学',
  article: '次阅读',
  work: '次浏览',
  post: '次浏览',
}

/** A text with what was found in red pen. */
function Marked({ parts }: { parts: Entry['title'] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name than their place
  return parts.map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : part.text))
}

/** One found thing in a list: course, class, article, work or post. */
export function SearchEntry({ entry, eager = false }: { entry: Entry; eager?: boolean }): ReactNode {
  const { meta } = entry
  return (
    <li className={entry.coverImg ? css.hit : `${css.hit} ${css.bare}`}>
      {entry.coverImg ? (
        <Picture src={entry.coverImg} alt="" ratio="cover" sizes="(max-width: 768px) 112px, 184px" eager={eager} />
      ) : null}
      <div className={css.words}>
        <h2 className={css.name}>
          <a href={entry.url}>
            <Marked parts={entry.title} />
          </a>
        </h2>
        <p className={`${css.aim} muted`}>
          <Marked parts={entry.excerpt} />
        </p>
        <p className={`${css.meta} s13 faint`}>
          <span>{meta.label}</span>
          <span>
            <Marked parts={meta.names} />
          </span>
          <span>
            {countText(meta.uses)} {usesText[entry.kind]}
          </span>
        </p>
      </div>
      {meta.price === null ? null : (
        <p className={css.price}>
          <Price price={meta.price} isCharge={Number(meta.price) > 0} />
        </p>
      )}
    </li>
  )
}
