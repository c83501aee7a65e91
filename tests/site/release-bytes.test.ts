import { beforeAll, expect, test } from 'vitest'
import { buildRelease, type ClientRelease } from '../support/client-release.ts'

const kibibyte = 1024
let before: ClientRelease
beforeAll(async () => {
  before = await buildRelease()
}, 120_000)

// One module of each script that every page loads, and one that stands in a page's own.
test.each([
  ['client/ui/button.tsx', 'home'],
  ['client/app/header.tsx', 'home'],
  ['client/pages/course/course-list.tsx', 'course-list'],
])(
  'a release of %s costs returning visitors 15 KB',
  async (path, page) => {
    const after = await buildRelease(path)
    const fresh = after.scriptsOf(page).filter((address) => !before.scriptsOf(page).includes(address))
    const bytes = fresh.reduce((sum, address) => sum + after.packed(address), 0)
    console.log(
      `${path}: ${fresh.length} of ${after.scriptsOf(page).length} scripts, ${(bytes / kibibyte).toFixed(1)} KiB`,
    )
    expect(fresh.length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(15 * kibibyte)
  },
  120_000,
)

test('every first load has 110 KiB script, players aside', () => {
  const total = (page: string): number =>
    [...new Set(before.scriptsOf(page))].reduce((sum, address) => sum + before.packed(address), 0)
  expect(total('home') / kibibyte).toBeLessThanOrEqual(110)
  expect(total('course-list') / kibibyte).toBeLessThanOrEqual(110)
})
