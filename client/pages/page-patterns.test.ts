import { check } from 'recheck'
import { expect, it } from 'vitest'
import { pages } from './index.ts'
import { compilePage } from './match-page.ts'

it('matching any page’s address takes steps linear in its length', async () => {
  // its script: the other ways need programs that not every machine has
  process.env.RECHECK_BACKEND ??= 'pure'
  const sources = [...new Set(pages.map((page) => compilePage(page).pattern.source))]
  expect(sources.length).toBeGreaterThan(20)
  const results = await Promise.all(
    sources.map((source) =>
      check(source, '', { maxRepeatCount: 5000, attackTimeout: null, incubationTimeout: null, timeout: 60_000 }),
    ),
  )
  expect(results.filter(({ status }) => status !== 'safe').map(({ source }) => source)).toEqual([])
}, 60_000)
