import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { type SearchTab, searchAddress } from '#client/features/search/search-address.ts'
import { SearchBox } from '#client/features/search/search-box.tsx'
import { SearchEntry } from '#client/features/search/search-entry.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { searchInput, searchTabNames } from '#client/pages/search/search-input.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './search.module.css'

type Input = NonNullable<ReturnType<typeof searchInput>>
type Found = CallOutput<'GET /api/search/all'>

/** Counts of a kind are exact up to here; what is more is nobody's to page through. */
const mostCounted = 200

function countedText({ all, ...counts }: Found['counts'], tab: SearchTab): string {
  const isMore = tab === 'all' ? Object.values(counts).some((count) => count >= mostCounted) : counts[tab] >= mostCounted
  return `${tab === 'all' ? all : counts[tab]}${isMore ? '+' : ''}`
}

/** Every kind with its count, as links; one that has nothing is no way to go. */
function Tabs({ input, counts }: { input: Input; counts: Found['counts'] }): ReactNode {
  return (
    <nav className={css.tabs} aria-label="搜索结果的种类">
      <ul>
        {Object.entries(searchTabNames).map(([key, name]) => {
          const tab = key as SearchTab
          const count = <span className={css.tabCount}>{countedText(counts, tab)}</span>
          return (
            <li key={tab}>
              {counts[tab] > 0 || tab === input.tab ? (
                <a href={searchAddress(input.searchText, 1, tab)} rel="nofollow" aria-current={tab === input.tab ? 'page' : undefined}>
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

/** Says that what follows isn't quite what was typed, and offers what was probably meant. */
function Near({ text, meant }: { text: string; meant: string | null }): ReactNode {
  return (
    <p className={css.near}>
      没有找到“{text}”。
      {meant === null ? (
        '下面是相近的内容。'
      ) : (
        <>
          你要找的是不是：<a href={searchAddress(meant)}>{meant}</a>
        </>
      )}
    </p>
  )
}

function Results({ input }: { input: Input }): ReactNode {
  const { counts, page, isLoose, meant } = useCall('GET /api/search/all', input)
  const { searchText, tab } = input
  if (counts.all === 0)
    return (
      <>
        <EmptyBlock action={{ text: '看全部课程', href: '/course' }} />
        <HotTerms />
      </>
    )
  return (
    <>
      {isLoose ? <Near text={searchText} meant={meant} /> : null}
      <Tabs input={input} counts={counts} />
      {page.records.length > 0 ? (
        <ol className={css.list}>
          {page.records.map((entry, index) => (
            <SearchEntry key={`${entry.kind}-${entry.id}`} entry={entry} eager={index < 2} />
          ))}
        </ol>
      ) : (
        <EmptyBlock action={{ text: '看全部结果', href: searchAddress(searchText) }} />
      )}
      <Pager current={page.current} pages={page.pages} total={page.total} unit="条" hrefOf={(to) => searchAddress(searchText, to, tab)} />
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
export function Search({ search }: PageProps): ReactNode {
  const input = searchInput(new URLSearchParams(search))
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
