import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { type SearchTab, searchAddress } from '#client/features/search/search-address.ts'
import { SearchBox } from '#client/features/search/search-box.tsx'
import { SearchEntry } from '#client/features/search/search-entry.tsx'
import { searchQuery } from '#client/features/search/search-queries.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { type SearchChoice, type SearchInput, searchTabNames } from '#client/pages/search/search-input.ts'
import { SearchSummary } from '#client/pages/search/search-summary.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { foundText } from '#shared/rules/number-text.ts'
import css from './search.module.css'

type Found = CallOutput<'GET /api/search/all'>

/** Every kind with its count, as links; one that has nothing is no way to go. */
function Tabs({ input, counts, more }: { input: SearchInput } & Pick<Found, 'counts' | 'more'>): ReactNode {
  return (
    <nav className={css.tabs} aria-label="搜索结果的种类">
      <ul>
        {Object.entries(searchTabNames).map(([key, name]) => {
          const tab = key as SearchTab
          const count = <span className={css.tabCount}>{foundText(counts[tab], more.includes(tab))}</span>
          return (
            <li key={tab}>
              {counts[tab] > 0 || tab === input.tab ? (
                <a
                  href={searchAddress(input.searchText, 1, tab)}
                  rel="nofollow"
                  aria-current={tab === input.tab ? 'page' : undefined}
                >
                  {name} {count}
                </a>
              ) : (
                <span className={css.none}>
                  {name} {count}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** What the last page says where there is more than is listed; a page beyond it is not found. */
function PageEnd({ page, isMore }: { page: Found['page']; isMore: boolean }): ReactNode {
  if (!isMore || page.current < page.pages) return null
  return <p className={`${css.end} muted`}>只列出最相关的 {page.total} 条。把要找的写得更具体，能找到其余的。</p>
}

function Results({ input }: { input: SearchInput }): ReactNode {
  const found = useRead(searchQuery, input)
  const { counts, page, more } = found
  const { searchText, tab } = input
  if (counts.all === 0)
    return (
      <>
        <EmptyBlock action={{ text: '看全部课程', href: '/course' }} />
        <HotTerms />
      </>
    )
  const isMore = more.includes(tab)
  return (
    <>
      <SearchSummary text={searchText} found={found} />
      <Tabs input={input} counts={counts} more={more} />
      {page.records.length > 0 ? (
        <ol className={css.list}>
          {page.records.map((entry, index) => (
            <SearchEntry key={`${entry.kind}-${entry.id}`} entry={entry} eager={index < 2} />
          ))}
        </ol>
      ) : null}
      {page.total === 0 ? (
        <EmptyBlock
          title={`${searchTabNames[tab]}里没有`}
          text="别的种类里有。"
          action={{ text: '看全部结果', href: searchAddress(searchText) }}
        />
      ) : null}
      <PageEnd page={page} isMore={isMore} />
      {page.records.length > 0 ? (
        <Pager
          current={page.current}
          pages={page.pages}
          total={page.total}
          more={isMore}
          unit="条"
          hrefOf={(to) => searchAddress(searchText, to, tab)}
        />
      ) : null}
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

/** Everything that was found, a tab a kind, or what others look for while nothing is asked. */
export function Search({ choice: { input } }: PageProps<SearchChoice>): ReactNode {
  return (
    <div className={`wrap ${css.page}`}>
      <h1 className={css.title}>{input ? `“${input.searchText}”的搜索结果` : '搜索'}</h1>
      <div className={css.box}>
        <SearchBox size="l" text={input?.searchText ?? ''} />
      </div>
      {input ? <Results input={input} /> : <HotTerms />}
    </div>
  )
}
