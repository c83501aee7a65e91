import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildComment, buildPlate, buildPost } from '../support/forum-factories.ts'
import { buildReviewer, tell, why } from '../support/forum-process-steps.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school?.close())

const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

interface Place {
  readonly plateId: number
  readonly postId: number
  readonly authorId: number
  readonly marker: string
}

/** Every page and call on which a text of the forum may stand, as a visitor gets them. */
function listPlaces({ plateId, postId, authorId, marker }: Place): string[] {
  const searched = encodeURIComponent(marker)
  return [
    '/bbs/plate',
    '/bbs/plate?sort=new',
    '/bbs/plate/all',
    `/bbs/plate/${plateId}`,
    `/bbs/plate/${plateId}?sort=new`,
    `/bbs/detail/${postId}`,
    `/bbs/user/${authorId}`,
    `/bbs/user/${authorId}?tab=reply`,
    `/bbs/plate/all?searchText=${searched}`,
    '/sitemap.xml',
    `/api/post/list?categoryId=${plateId}`,
    '/api/post/list?sort=new',
    '/api/post/essence-post-list',
    `/api/post/detail?id=${postId}`,
    `/api/post/base-info?id=${postId}`,
    `/api/post/comment/comment-list?postId=${postId}`,
    `/api/post/user-post-list?userId=${authorId}`,
    `/api/post/user-comment-list?userId=${authorId}`,
    `/api/post/related-list?id=${postId}`,
    `/api/post/search?searchText=${searched}`,
  ]
}

/** Where a visitor finds a text; each place is asked twice, as a kept page answers the second. */
async function findIn(place: Place): Promise<string[]> {
  const found: string[] = []
  for (const path of listPlaces(place)) {
    for (let times = 0; times < 2; times += 1) {
      const { text } = await school.site.get(path).set('User-Agent', robot)
      // what was searched for stands in the page of the search itself
      const own = path.includes('earchText') ? text.replaceAll(`“${place.marker}”`, '') : text
      const hits = path.includes('searchText') ? own.includes(`>${place.marker}正文`) : own.includes(place.marker)
      if (hits && !found.includes(path)) found.push(path)
    }
  }
  return found
}

it('a text is nowhere while it waits, is refused or removed', async () => {
  const { backend } = school
  const plateId = await buildPlate(backend)
  const author = await addSignedIn(backend)
  const marker = '鸲鹆洲头'
  const postId = await buildPost(backend, plateId, {
    userId: author.userId,
    title: `${marker}标题`,
    contentHtml: `<p>${marker}正文</p>`,
    summary: `${marker}正文`,
    status: PostStatus.pending,
    publishedAt: null,
  })
  const shown = await buildPost(backend, plateId, { title: '一直看得见的帖子' })
  const place = { plateId, postId, authorId: author.userId, marker }
  const other = `/bbs/detail/${shown}`
  await school.site.get(other)
  const reviewer = await buildReviewer(backend)
  expect(await findIn(place)).toEqual([])

  await reviewer.decide(ForumTarget.post, postId, DecisionAct.refuse)
  await tell(backend)
  await refreshSearch(backend.context)
  expect(await findIn(place)).toEqual([])

  await backend.db.updateTable('forumPosts').set({ status: PostStatus.pending }).where('id', '=', postId).execute()
  await reviewer.decide(ForumTarget.post, postId, DecisionAct.approve)
  await tell(backend)
  await refreshSearch(backend.context)
  expect(await findIn(place)).toEqual(expect.arrayContaining([`/bbs/plate/${plateId}`, `/bbs/detail/${postId}`]))
  expect((await school.site.get(other)).headers['cache-status']).toContain('; hit')

  await reviewer.api.call('POST /api/staff/forum/remove', { target: ForumTarget.post, id: postId, ...why, banDays: 3 })
  await refreshSearch(backend.context)
  expect(await findIn(place)).toEqual([])
  const gone = await school.site.get(`/bbs/detail/${postId}`).set('User-Agent', robot)
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, expect.stringContaining('no-store')])
  expect((await school.site.get(other)).headers['cache-status']).toContain('; hit')
})

it('a comment is nowhere while it waits or is removed', async () => {
  const { backend } = school
  const plateId = await buildPlate(backend)
  const author = await addSignedIn(backend)
  const marker = '蒹葭采采'
  const postId = await buildPost(backend, plateId)
  const { id } = await buildComment(backend, postId, 1, {
    userId: author.userId,
    content: marker,
    status: PostStatus.pending,
    floor: null,
  })
  const place = { plateId, postId, authorId: author.userId, marker }
  const reviewer = await buildReviewer(backend)
  expect(await findIn(place)).toEqual([])
  await reviewer.decide(ForumTarget.comment, id, DecisionAct.approve)
  await tell(backend)
  expect(await findIn(place)).toEqual(expect.arrayContaining([`/bbs/detail/${postId}`]))
  await reviewer.api.call('POST /api/staff/forum/remove', { target: ForumTarget.comment, id, ...why })
  expect(await findIn(place)).toEqual([])
})
