import { beforeAll, expect, test } from 'vitest'
import { pages } from '#client/pages/index.ts'
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

/** They hold a player or a room, which are what their visitors come for. */
const roomsAndPlayers = ['answer-room', 'live-play', 'mind-play', 'preview-live', 'preview-mind', 'video-play']

test.each(pages.map(({ id }) => id).filter((id) => !roomsAndPlayers.includes(id)))(
  '%s loads at most 110 KiB of script',
  (page) => {
    const scripts = [...new Set(before.scriptsOf(page))]
    const bytes = scripts.reduce((sum, address) => sum + before.packed(address), 0)
    expect(bytes / kibibyte).toBeLessThanOrEqual(110)
  },
)
