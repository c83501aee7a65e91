import { parseArgs } from 'node:util'
import { startBuiltSite } from '../tests/bench/built-site.ts'
import { leastScores, measurePage, missesOf, mostShift, type PageQuality } from '../tests/bench/page-quality.ts'
import { listPageKinds } from '../tests/support/page-kinds.ts'

// `npm run lighthouse`: the pages that visitors find, desktop, median of five; other pages by name.
// `npm run lighthouse -- --runs 1 --pages home,course-list`, `--pages all`; figures in time need a quiet machine.
const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, pages: { type: 'string' } },
})
const runs = Number(options.runs)
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs is a whole number from 1.')
  process.exit(1)
}

async function readText(base: string, path: string): Promise<string> {
  const answer = await fetch(base + path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return answer.text()
}

async function visit(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status
}

function row({ name, scores, lcp, cls, tbt, scriptBytes }: PageQuality): Record<string, string | number> {
  return {
    page: name,
    performance: scores.performance,
    accessibility: scores.accessibility,
    'best practices': scores['best-practices'],
    SEO: scores.seo,
    'LCP s': (lcp / 1000).toFixed(2),
    CLS: cls.toFixed(3),
    'TBT ms': Math.round(tbt),
    'script KiB': (scriptBytes / 1024).toFixed(1),
  }
}

// A test site, since crawlers are kept out of pre-release ones.
const site = await startBuiltSite({ SITE_ENV: 'test' })
const results: PageQuality[] = []
try {
  const kinds = await listPageKinds((path) => readText(site.base, path))
  const wanted = options.pages?.split(',')
  const chosen = kinds.filter(
    ({ name, page }) =>
      wanted?.includes('all') || (wanted ? wanted.includes(name) || wanted.includes(page.id) : page.sitemap !== 'no'),
  )
  for (const kind of chosen) {
    // Twice: made, then kept.
    const answers = [await visit(site.base + kind.path), await visit(site.base + kind.path)]
    if (answers.some((status) => status !== 200)) {
      console.log(`${kind.name}: left out, it answers ${answers[0]}`)
      continue
    }
    const result = await measurePage(kind, site.base, runs)
    results.push(result)
    const misses = missesOf(result)
    console.log(`${result.name}: ${misses.length === 0 ? 'good' : misses.join(', ')}`)
    for (const lost of result.lost) console.log(`  ${lost}`)
  }
} finally {
  await site.stop()
}
console.table(results.map(row))
const missed = results.filter((result) => missesOf(result).length > 0)
console.log(
  `${results.length - missed.length} of ${results.length} pages have ${Object.entries(leastScores)
    .map(([name, least]) => `${name} ≥ ${least}`)
    .join(', ')}, shift ≤ ${mostShift}.`,
)
process.exitCode = missed.length > 0 || results.length === 0 ? 1 : 0
