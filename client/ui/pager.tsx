import type { FormEvent, ReactNode } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { pagerItems } from '#client/ui/pager-items.ts'
import css from './pager.module.css'

export interface PagerProps {
  current: number
  pages: number
  total: number
  /** There are more than are counted: the total says at least how many. */
  more?: boolean
  /** What is counted: 门, 条. */
  unit: string
  /** Address of a page: in the path, or as `page` in the query. */
  hrefOf: (page: number) => string
}

function Step({
  text,
  page,
  hrefOf,
  pages,
}: {
  text: string
  page: number
  pages: number
  hrefOf: (page: number) => string
}): ReactNode {
  if (page < 1 || page > pages) return <span className={css.off}>{text}</span>
  return (
    <a href={hrefOf(page)} rel={page === 1 ? undefined : 'nofollow'}>
      {text}
    </a>
  )
}

/** Links to the other pages of a list, a jump box and the total. The box is a GET form, so it works without script where it can. */
export function Pager({ current, pages, total, more = false, unit, hrefOf }: PagerProps): ReactNode {
  if (pages <= 1) return null
  const [action = '', query = ''] = hrefOf(2).split('?')
  const values = [...new URLSearchParams(query)]
  // A GET form can only write the query: where the page is in the path, the box needs script and is hidden without it.
  const isPlainForm = values.some(([name]) => name === 'page')
  const kept = values.filter(([name]) => name !== 'page')
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const page = Math.round(Number(new FormData(event.currentTarget).get('page')))
    if (page >= 1) navigate(hrefOf(Math.min(page, pages)))
  }
  return (
    <nav className={`${css.pager} no-print`} aria-label="分页">
      <Step text="上一页" page={current - 1} pages={pages} hrefOf={hrefOf} />
      {pagerItems(current, pages).map((item) =>
        typeof item === 'string' ? (
          <span key={item} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={item}
            className={css.page}
            href={hrefOf(item)}
            aria-current={item === current ? 'page' : undefined}
            aria-label={`第 ${item} 页`}
          >
            {item}
          </a>
        ),
      )}
      <Step text="下一页" page={current + 1} pages={pages} hrefOf={hrefOf} />
      <form
        className={isPlainForm ? css.jump : `${css.jump} ${css.scripted}`}
        action={action}
        method="get"
        onSubmit={handleSubmit}
        noValidate
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label>
          到第
          <input
            key={current}
            type="text"
            name="page"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            defaultValue={Math.min(current + 1, pages)}
          />
          页
        </label>
        <button type="submit" className="visually-hidden">
          跳转
        </button>
        <span>
          共 {total.toLocaleString('en-US')}
          {more ? '+' : ''} {unit}
        </span>
      </form>
    </nav>
  )
}
