import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
let editor: Learner
let draft: CallInput<'POST /api/staff/information/save'>
beforeAll(async () => {
  school = await startSchool()
  editor = await buildStaff(school.backend, 'education')
  const [category] = await school.backend.api.call('GET /api/information/list-information-category', {})
  draft = { title: '第一版的题目', content: '<p>正文</p>', categoryId: category?.id ?? 0, status: 1 }
})
beforeEach(() => school.site.context.edge.purge({ all: true, hard: true }))
afterAll(() => school?.close())

async function save(changes: Partial<typeof draft> = {}): Promise<number> {
  return (await school.backend.as(editor.cookie).call('POST /api/staff/information/save', { ...draft, ...changes })).id
}

async function visit(path: string): Promise<{ status: number; cache: string; text: string }> {
  const { status, headers, text } = await school.site.get(path)
  return { status, cache: headers['cache-status'] ?? '', text }
}

describe('a change that staff make', () => {
  it('is on its page and list next, others stay', async () => {
    const id = await save()
    // Not its neighbour, on whose page its title stands, too.
    const other = (await school.backend.api.call('GET /api/information/list-information', {})).records.at(-1)?.id
    const others = ['/agreement', '/course', '/classes', '/live/list', '/works', `/article/${other}.html`]
    for (const path of [`/article/${id}.html`, '/article', ...others]) await visit(path)
    for (const path of [`/article/${id}.html`, '/article', ...others])
      expect([path, (await visit(path)).cache]).toEqual([path, expect.stringContaining('hit')])

    await save({ id, title: '第二版的题目' })
    for (const path of others) expect([path, (await visit(path)).cache]).toEqual([path, expect.stringContaining('hit')])
    for (const path of [`/article/${id}.html`, '/article']) {
      const next = await visit(path)
      expect(next.text).toContain('第二版的题目')
      expect(next.text).not.toContain('第一版的题目')
      expect((await visit(path)).cache).toContain('hit')
    }
  })

  it('publishing shows a page, hiding takes it away', async () => {
    const id = await save({ status: 0 })
    expect((await visit(`/article/${id}.html`)).status).toBe(404)
    await save({ id, status: 1 })
    expect((await visit(`/article/${id}.html`)).status).toBe(200)
    await save({ id, status: 2 })
    expect((await visit(`/article/${id}.html`)).status).toBe(410)
    expect((await visit('/article')).text).not.toContain('第一版的题目')
  })

  it('is seen after an outage with old pages', async () => {
    const id = await save()
    await visit(`/article/${id}.html`)
    await save({ id, title: '停电以后的题目' })
    await school.services.stop()
    try {
      const during = await visit(`/article/${id}.html`)
      expect([during.status, during.text.includes('第一版的题目')]).toEqual([200, true])
    } finally {
      await school.services.start()
    }
    school.backend.clock.set(school.backend.clock.now() + 60_000)
    expect((await visit(`/article/${id}.html`)).text).toContain('停电以后的题目')
  })

  it('on every page is on all, and in their copy', async () => {
    await visit('/agreement')
    const row = await school.backend.database.db.selectFrom('links').selectAll().executeTakeFirstOrThrow()
    await school.backend.database.db
      .updateTable('links')
      .set({ name: '换了名字的链接' })
      .where('links.id', '=', row.id)
      .execute()
    expect((await visit('/agreement')).text).not.toContain('换了名字的链接')
    school.backend.context.purge(['common'])
    expect((await visit('/agreement')).text).toContain('换了名字的链接')
  })
})
