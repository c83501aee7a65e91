import { afterAll, beforeAll, expect, test } from 'vitest'
import { type School, startSchool } from '../support/test-site.ts'

let school: School

beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.close())

const names = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__']

test.each(names)('a query named %s makes no other page', async (name) => {
  const pages = ['/', '/course', '/search', '/article', '/works', '/bbs/plate', '/live/list', '/auth/login']
  for (const path of pages) {
    await school.site.get(path)
    const [plain, odd] = [await school.site.get(path), await school.site.get(`${path}?${name}=1`)]
    // found where the plain one was kept: a word that was taken for a known one would be another page, or none
    expect([path, plain.status]).toEqual([path, 200])
    const of = ({ status, headers }: typeof plain) => [path, status, headers['cache-status']]
    expect(of(odd)).toEqual(of(plain))
  }
})

test.each(names)('%s is no kind of anything, refused like any word', async (name) => {
  const { site } = school
  expect((await site.get(`/agreement/${name}`)).status).toBe(404)
  expect((await site.get(`/media/x.${name}`)).status).toBe(404)
  expect((await site.get('/').set('Cookie', `${name}=${name}; session=${name}`)).status).toBe(200)
  expect((await site.get(`/api/course/course-detail?id=1&lectureType=${name}`)).status).toBe(400)
  expect((await site.get(`/api/app/config?${name}=${name}`)).status).toBe(200)
})
