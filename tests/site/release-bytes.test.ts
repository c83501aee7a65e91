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

/** What a part of a page costs when it is first used: whatever its page hasn't loaded already. */
test.each([
  ['post-form', 'forum-write', 115],
  ['reply-box', 'forum-post', 15],
  ['ban-notice', 'forum-write', 15],
])('%s of %s costs at most %i KB', (part, page, most) => {
  const loaded = [...before.scriptsOf(page), ...before.stylesOf(page)]
  const fresh = [...new Set([...before.scriptsOf(part), ...before.stylesOf(part)])].filter(
    (address) => !loaded.includes(address),
  )
  const bytes = fresh.reduce((sum, address) => sum + before.packed(address), 0)
  console.log(`${part}: ${fresh.length} files, ${(bytes / 1000).toFixed(1)} KB`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(most * 1000)
})
