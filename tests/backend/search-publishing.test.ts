import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { why } from '../support/forum-process-steps.ts'

let backend: TestBackend
let staff: Api
let userId: number
beforeAll(async () => {
  backend = await startTestBackend()
  const member = await buildStaff(backend, 'education')
  staff = backend.as(member.cookie)
  userId = (await registerLearner(backend)).userId
})
afterAll(() => backend?.close())

/** What has the text as it stands, as soon as nothing is left to do after the last answer. */
async function found(searchText: string): Promise<string[]> {
  await backend.context.background.settled()
  const { page, counts, match } = await backend.api.call('GET /api/search/all', { searchText })
  if (match !== 'exact') return []
  expect(counts.all).toBe(page.records.length)
  return page.records.map((entry) => `${entry.kind}/${entry.id}`)
}

test('an article is found at once as staff publish it', async () => {
  const [category] = await backend.api.call('GET /api/information/list-information-category', {})
  const draft = {
    title: '铜版蚀刻的酸与胶',
    content: '<p>先铺一层沥青。</p>',
    categoryId: category?.id ?? 0,
    status: 0,
  } as const
  const { id } = await staff.call('POST /api/staff/information/save', draft)
  expect(await found('铜版蚀刻')).toEqual([])
  await staff.call('POST /api/staff/information/save', { ...draft, id, status: 1 })
  expect(await found('铜版蚀刻')).toEqual([`article/${id}`])
  await staff.call('POST /api/staff/information/save', { ...draft, id, status: 1, title: '石版转印的酸与胶' })
  expect(await found('铜版蚀刻')).toEqual([])
  expect(await found('石版转印')).toEqual([`article/${id}`])
  await staff.call('POST /api/staff/information/save', { ...draft, id, status: 0 })
  expect(await found('石版转印')).toEqual([])
})

test('so is a work', async () => {
  const { id } = await backend.database.db
    .selectFrom('studentWorks')
    .select('studentWorks.id')
    .where('studentWorks.status', '=', 1)
    .orderBy('studentWorks.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await staff.call('POST /api/staff/work/save', { id, status: 1, teacherComment: '榫卯咬得很紧，楔钉也藏住了。' })
  expect(await found('楔钉')).toEqual([`work/${id}`])
  await staff.call('POST /api/staff/work/save', { id, status: 2 })
  expect(await found('楔钉')).toEqual([])
})

test('so is a post', async () => {
  const id = await buildPost(backend, await buildPlate(backend), {
    title: '求问缂丝的通经断纬',
    userId,
    status: PostStatus.pending,
    publishedAt: null,
  })
  expect(await found('缂丝')).toEqual([])
  await staff.call('POST /api/staff/post/set', { id, status: PostStatus.published })
  expect(await found('缂丝')).toEqual([`post/${id}`])
  await staff.call('POST /api/staff/forum/remove', { target: ForumTarget.post, id, ...why })
  expect(await found('缂丝')).toEqual([])
})

test('published work is kept, and found once the index works', async () => {
  const { db } = backend.database
  const id = await buildPost(backend, await buildPlate(backend), {
    title: '螺钿与剔犀',
    userId,
    status: PostStatus.pending,
    publishedAt: null,
  })
  await found('螺钿')
  await sql`alter table search_texts rename to lost_texts`.execute(db)
  await staff.call('POST /api/staff/post/set', { id, status: PostStatus.published })
  await backend.context.background.settled()
  await sql`alter table lost_texts rename to search_texts`.execute(db)
  expect(
    backend.log.lines.some(
      (line) => line.level === 'error' && 'work' in line.fields && line.fields.work === 'search index',
    ),
  ).toBe(true)
  expect((await backend.api.call('GET /api/post/detail', { id })).id).toBe(id)
  await staff.call('POST /api/staff/post/set', { id, isEssence: true })
  expect(await found('螺钿')).toEqual([`post/${id}`])
})
