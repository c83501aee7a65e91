import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { College } from '#shared/contract/college.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
let colleges: College[]
beforeAll(async () => {
  school = await startSchool()
  colleges = await school.backend.api.call('GET /api/modular/college-path', {})
})
afterAll(() => school?.close())

/** The page as a search engine reads it: everything in its place. */
async function readPage(path: string): Promise<string> {
  const answer = await school.site
    .get(path)
    .set('User-Agent', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
  expect(answer.status).toBe(200)
  return /<main[^>]*>(.*)<\/main>/s.exec(answer.text)?.[1] ?? ''
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('a college’s page', () => {
  it('links to no course and no class twice', async () => {
    for (const college of colleges) {
      const html = await readPage(`/college/${college.path}`)
      const links = [...html.matchAll(/href="(\/course\/(?:live|video)\/\d+|\/classes\/\d+)"/g)].map(
        (match) => match[1] ?? '',
      )
      expect(links.length).toBeGreaterThan(15)
      expect(twice(links)).toEqual([])
    }
  })

  it('shows no article twice', async () => {
    for (const college of colleges) {
      const html = await readPage(`/college/${college.path}`)
      const lists = await Promise.all(
        ([5, 12, 13] as const).map((type) =>
          school.backend.api.call('GET /api/modular/college/information', { collegeId: college.id, type }),
        ),
      )
      const titles = lists.flatMap((list) => list.slice(0, 3).map((article) => article.title))
      expect(titles).toHaveLength(9)
      expect(titles.map((title) => html.split(`>${title}<`).length - 1)).toEqual(titles.map(() => 1))
    }
  })

  it('has a heading for each module, and its linked parts', async () => {
    for (const college of colleges) {
      const html = await readPage(`/college/${college.path}`)
      const headings = [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map((match) => match[1])
      const modules = await school.backend.api.call('GET /api/modular/college/module-list', { collegeId: college.id })
      expect(headings).toEqual(
        expect.arrayContaining(modules.filter((module) => module.type !== 1).map((module) => module.title)),
      )
      const anchors = [...html.matchAll(/href="#([a-z]+)"/g)].map((match) => match[1] ?? '')
      expect(anchors.length).toBeGreaterThanOrEqual(5)
      expect(anchors.filter((anchor) => !html.includes(`id="${anchor}"`))).toEqual([])
    }
  })
})
