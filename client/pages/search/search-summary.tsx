import type { ReactNode } from 'react'
import { searchAddress } from '#client/features/search/search-address.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { foundText } from '#shared/rules/number-text.ts'
import css from './search.module.css'

type Found = CallOutput<'GET /api/search/all'>

function Meant({ text }: { text: string }): ReactNode {
  return <a href={searchAddress(text)}>{text}</a>
}

/** What the entries below have to do with what was typed, and how many there are. */
export function SearchSummary({ text, found }: { text: string; found: Found }): ReactNode {
  const { match, related, meant } = found
  const count = `${foundText(found.counts.all, found.more.includes('all'))} 条`
  return <p className={css.near}>{sentence()}</p>

  function sentence(): ReactNode {
    if (match === 'synonyms') {
      const words = related.map((word) => `“${word}”`).join('')
      return `没有内容直接写到“${text}”，${words ? `下面是按${words}等说法找到的 ${count}。` : `下面是意思相近的 ${count}。`}`
    }
    if (match === 'some') return `没有内容写到“${text}”的全部字词，下面是最接近的 ${count}。`
    if (match === 'similar' && meant === null) return `没有找到“${text}”，下面是写法或读音相近的 ${count}。`
    if (match === 'similar' && meant !== null)
      return (
        <>
          没有找到“{text}”，下面是“
          <Meant text={meant} />
          ”的 {count}结果。
        </>
      )
    return (
      <>
        找到 {count}与“{text}”有关的内容。
        {meant === null ? null : (
          <>
            你要找的也可能是：
            <Meant text={meant} />
          </>
        )}
      </>
    )
  }
}
