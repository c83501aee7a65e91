import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool({
    SITE_VERIFICATION: 'baidu-site-verification=codeva-x1,google-site-verification=abc_D==,msvalidate.01=77AA',
    INDEXNOW_KEY: 'school-key-1',
  })
})
afterAll(() => school?.close())

describe('a site that search engines are to know', () => {
  it('has their marks on its home page, and there only', async () => {
    const { text } = await school.site.get('/')
    const head = text.slice(0, text.indexOf('</head>'))
    expect(head).toContain(
      '<meta name="baidu-site-verification" content="codeva-x1"><meta name="google-site-verification" content="abc_D=="><meta name="msvalidate.01" content="77AA">',
    )
    expect((await school.site.get('/course')).text).not.toContain('codeva-x1')
  })

  it('has the file of its key, and no other', async () => {
    const file = await school.site.get('/school-key-1.txt')
    expect([file.status, file.headers['content-type'], file.text]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'school-key-1',
    ])
    expect((await school.site.get('/school-key-2.txt')).status).toBe(404)
  })
})
