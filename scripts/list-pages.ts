import { pages } from '#client/pages/index.ts'

// `npm run list-pages`: every page in order of precedence, for whoever runs the site.
const rows = pages.map(({ id, path, layout, access, cache, sitemap }) => {
  const keep = cache === 'never' ? 'never' : `${cache.ttl} / ${cache.swr} / ${cache.sie}`
  const names = cache === 'never' ? '' : Object.keys(cache.query ?? {}).join(', ')
  return [id, path, access, layout, keep, names, sitemap === 'no' ? '' : 'yes']
})
const header = ['page', 'path', 'access', 'layout', 'ttl / swr / sie (s)', 'query in the key', 'sitemap']
const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
for (const row of [header, ...rows])
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
