import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { searchAddress } from '#client/features/search/search-address.ts'
import { SearchBox } from '#client/features/search/search-box.tsx'
import { SearchHit } from '#client/features/search/search-hit.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { searchInput } from '#client/pages/search/search-input.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import type { CallInput } from '#shared/contract/calls.ts'
import css from './search.module.css'

function Results({ input }: { input: CallInput<'GET /api/search/course-list'> }): ReactNode {
  const found = useCall('GET /api/search/course-list', input)
  const text = input.searchText
  return (
    <>
      <p className={css.count}>
        共找到 <b>{found.total.toLocaleString('en-US')}</b> 门课程
      </p>
      {found.records.length > 0 ? (
        <ol className={css.list}>
          {found.records.map((hit, index) => (
            <SearchHit key={`${hit.lectureType}-${hit.id}`} hit={hit} search={text} eager={index < 2} />
          ))}
        </ol>
      ) : (
        <EmptyBlock action={{ text: '看全部课程', href: '/course' }} />
      )}
      <Pager current={found.current} pages={found.pages} total={found.total} unit="门" hrefOf={(page) => searchAddress(text, page)} />
    </>
  )
}

function HotTerms(): ReactNode {
  const { hotSearches } = useApp().common
  if (hotSearches.length === 0) return null
  return (
    <section className={css.hot} aria-labelledby="hot-terms">
      <h2 id="hot-terms">大家在搜</h2>
      <ul>
        {hotSearches.map((item) => (
          <li key={item.courseName}>
            <a href={item.url || searchAddress(item.courseName)}>{item.courseName}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Found courses, or what others look for while nothing is asked. */
export function Search({ search }: PageProps): ReactNode {
  const input = searchInput(new URLSearchParams(search))
  return (
    <div className={`wrap ${css.page}`}>
      <h1 className={css.title}>{input ? `“${input.searchText}”的搜索结果` : '搜索课程'}</h1>
      <div className={css.box}>
        <SearchBox size="l" text={input?.searchText ?? ''} />
      </div>
      {input ? <Results input={input} /> : <HotTerms />}
    </div>
  )
}
