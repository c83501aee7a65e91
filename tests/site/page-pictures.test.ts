import { afterAll, beforeAll, expect, it } from 'vitest'
import { listPageKinds, type PageKind } from '../support/page-kinds.ts'
import { type School, startSchool } from '../support/test-site.ts'

// What a visitor's browser loads first: by far the largest picture of the first screen, and nothing that lies below it.
const mostEager = 6

let school: School
let kinds: PageKind[] = []

beforeAll(async () => {
  school = await startSchool()
  kinds = await listPageKinds(async (path) => (await school.site.get(path).buffer(true)).text)
})

afterAll(() => school.close())

/** Pictures of the main part in their order; a thumbnail is as wide as it is shown. */
function picturesOf(html: string): { tag: string; width: number }[] {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  return [...main.matchAll(/<img [^>]*>/g)].map(([tag]) => ({
    tag,
    width: Number(/ sizes="(\d+)px"/.exec(tag)?.[1] ?? / width="(\d+)"/.exec(tag)?.[1]),
  }))
}

const isLate = (tag: string): boolean => /loading="lazy"/i.test(tag)
const isFirst = (tag: string): boolean => /fetchpriority="high"/i.test(tag)

it('the first large picture comes first, others by scrolling', async () => {
  const faults: string[] = []
  for (const { name, path } of kinds) {
    const { text } = await school.site.get(path)
    const pictures = picturesOf(text)
    const [first] = pictures.filter(({ width }) => width >= 300)
    if (first && (!isFirst(first.tag) || isLate(first.tag))) faults.push(`${name}: late: ${first.tag}`)
    const eager = pictures.filter(({ tag }) => !isLate(tag))
    if (eager.length > mostEager) faults.push(`${name}: ${eager.length} at once`)
    for (const { tag } of eager) if (!isFirst(tag)) faults.push(`${name}: neither first nor late: ${tag}`)
    for (const { tag, width } of pictures)
      if (!(width > 0) || !/ height="\d+"/.test(tag)) faults.push(`${name}: without measures: ${tag}`)
  }
  expect(kinds.filter(({ page }) => page.sitemap !== 'no').length).toBeGreaterThan(10)
  expect(faults).toEqual([])
}, 120_000)
