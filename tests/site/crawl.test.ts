import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LectureType } from '#shared/contract/enums.ts'
import { bareText, type PageFacts, readFacts } from '../support/page-facts.ts'
import { type Crawl, crawlSite, detailParts, isWholeCrawl, spread } from '../support/site-crawl.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

// What search engines make of the public site: every list, page by page, and some details of each kind; all of them with CRAWL=all.
let school: School
let crawl: Crawl
let facts: [path: string, facts: PageFacts][]

beforeAll(async () => {
  school = await startSchool()
  crawl = await crawlSite(school.site)
  facts = [...crawl.pages]
}, 900_000)
afterAll(() => school?.close())

/** Those of which `isWrong` says something, with what it says. */
function wrong(isWrong: (page: PageFacts, path: string) => unknown): unknown[] {
  return facts.flatMap(([path, page]) => {
    const found = isWrong(page, path)
    return found === false || found === undefined || found === '' ? [] : [[path, found]]
  })
}

function repeated(textOf: (page: PageFacts) => string): string[] {
  const seen = new Map<string, string>()
  return facts.flatMap(([path, page]) => {
    const text = textOf(page)
    const before = seen.get(text)
    seen.set(text, path)
    return before === undefined ? [] : [`${before} ${path}: ${text}`]
  })
}

const sample = (part: string): [string, PageFacts] =>
  facts.find(([path]) => crawl.listed.get(path) === part) as [string, PageFacts]

describe('the addresses of the sitemap', () => {
  it('are pages of every kind, all of them pages', () => {
    expect(crawl.listed.size).toBeGreaterThan(2000)
    expect(new Set(facts.map(([path]) => crawl.listed.get(path)).filter(Boolean))).toEqual(
      new Set(crawl.listed.values()),
    )
    expect(crawl.failed).toEqual([])
  })

  it('are all reached by links from home', () => {
    expect([...crawl.listed.keys()].filter((path) => path !== '/' && !crawl.linked.has(path))).toEqual([])
  })

  it('all lead home again', () => {
    expect(wrong(({ links }) => !links.includes('/'))).toEqual([])
  })
})

describe('the head of every page', () => {
  it('names its own canonical address and may be indexed', () => {
    expect(
      wrong(({ canonical, robots }, path) =>
        canonical === testOrigin + path && robots === undefined ? undefined : [canonical, robots],
      ),
    ).toEqual([])
  })

  it('has an own title, ours within 30 characters', () => {
    expect(repeated(({ title }) => title)).toEqual([])
    const ours = ([path]: [string, PageFacts]): boolean => !detailParts.includes(crawl.listed.get(path) ?? '')
    expect(
      facts
        .filter(ours)
        .filter(([, { title }]) => title.length === 0 || title.length > 30)
        .map(([path, { title }]) => [path, title]),
    ).toEqual([])
  })

  it('has an own description of 50 to 80 characters', () => {
    expect(repeated(({ description }) => description)).toEqual([])
    expect(
      wrong(
        ({ description }) => (description.length < 50 || description.length > 80) && [description.length, description],
      ),
    ).toEqual([])
  })
})

describe('the body of every page', () => {
  it('has one h1 and at most 128 KiB', () => {
    expect(wrong(({ headings }) => headings.length !== 1 && headings)).toEqual([])
    expect(wrong(({ bytes }) => bytes > 128 * 1024 && bytes)).toEqual([])
  })

  it('has no link that leads nowhere', async () => {
    const shapes = new Map<string, string[]>()
    const links = new Map(
      [...facts].flatMap(([path, page]) => page.links.map((link): [string, string] => [link, path])),
    )
    for (const link of links.keys()) {
      if (crawl.pages.has(link) || (crawl.listed.has(link) && !isWholeCrawl)) continue
      const [path = '', query = ''] = link.split('?')
      const shape = `${path.replace(/\d+/g, '0')}?${[...new URLSearchParams(query).keys()].sort()}`.replace(
        /^\/(course|classes|works)\/[^?]*/,
        '/$1/…',
      )
      shapes.set(shape, [...(shapes.get(shape) ?? []), link])
    }
    const broken: unknown[] = []
    for (const link of [...shapes.values()].flatMap((list) => spread(list, isWholeCrawl ? 200 : 2))) {
      const answer = await school.site.get(link)
      const moved = answer.status === 301 || answer.status === 302
      const end = moved ? await school.site.get((answer.headers.location ?? '').replace(testOrigin, '')) : answer
      if (end.status !== 200) broken.push([link, links.get(link), answer.status, end.status])
    }
    expect(shapes.size).toBeGreaterThan(5)
    expect(broken).toEqual([])
  }, 300_000)

  it('has scripts, styles and pictures that are there', async () => {
    if (!existsSync(join(school.site.context.config.distDir, 'pictures'))) return
    const folders = new Map<string, string[]>()
    for (const asset of new Set(facts.flatMap(([, page]) => page.assets))) {
      const folder = asset.replace(/[^/]*$/, '')
      folders.set(folder, [...(folders.get(folder) ?? []), asset])
    }
    const missing: unknown[] = []
    for (const asset of [...folders.values()].flatMap((list) => (isWholeCrawl ? list : spread(list, 12)))) {
      const { status } = await school.site.request('head', asset)
      if (status !== 200) missing.push([asset, status])
    }
    expect(folders.size).toBeGreaterThan(3)
    expect(missing).toEqual([])
  }, 300_000)
})

type Ld = Record<string, unknown> & {
  itemListElement: { name: string; url?: string; item?: string }[]
  offers: { price: string }
  startDate: string
}

describe('structured data', () => {
  const ofType = (page: PageFacts, ...types: string[]): Ld[] =>
    page.jsonLd.filter((data) => types.includes(String(data['@type']))) as Ld[]

  it('tells of each detail what it is', () => {
    const types: Record<string, string> = {
      'course-live': 'Course',
      'course-video': 'Course',
      'classes-detail': 'Course',
      'article-detail': 'Article',
      'work-detail': 'CreativeWork',
      'forum-post': 'DiscussionForumPosting',
    }
    expect(
      wrong(
        (page, path) =>
          detailParts.includes(crawl.listed.get(path) ?? '') &&
          page.jsonLd[0]?.['@type'] !== types[crawl.listed.get(path) ?? ''],
      ),
    ).toEqual([])
    expect(facts.some(([, page]) => ofType(page, 'BroadcastEvent').length > 0)).toBe(true)
  })

  it('has the heading of the page as its own', () => {
    expect(
      wrong((page) =>
        ofType(page, 'Article', 'DiscussionForumPosting', 'Course', 'CreativeWork').some(
          (data) => ![data.headline ?? data.name, `《${String(data.name)}》`].includes(page.headings[0]),
        ),
      ),
    ).toEqual([])
  })

  it('has the crumbs that are seen', () => {
    expect(
      wrong((page) =>
        ofType(page, 'BreadcrumbList').some(
          ({ itemListElement }) =>
            JSON.stringify(itemListElement.map(({ name }) => name)) !== JSON.stringify(page.crumbs),
        ),
      ),
    ).toEqual([])
  })

  it('has the price that is seen', () => {
    const isSeen = (text: string, price: string): boolean =>
      price === '0.00' ? text.includes('免费') : text.replaceAll(',', '').includes(`¥${price.replace(/\.00$/, '')}`)
    expect(wrong((page) => ofType(page, 'Course').some(({ offers }) => !isSeen(page.text, offers.price)))).toEqual([])
  })

  it('lists what is listed, and links to it', () => {
    expect(
      wrong(
        (page) =>
          ofType(page, 'ItemList')
            .flatMap(({ itemListElement }) => itemListElement)
            .find(
              ({ name, url }) =>
                !page.text.includes(bareText(name)) || !page.links.includes((url ?? '').replace(testOrigin, '')),
            )?.name,
      ),
    ).toEqual([])
  })

  it('has lessons and films of the page', () => {
    expect(
      wrong(
        (page) =>
          ofType(page, 'BroadcastEvent').find(({ name }) => !page.text.includes(bareText(String(name))))
            ?.name as string,
      ),
    ).toEqual([])
    expect(
      wrong((page) =>
        ofType(page, 'VideoObject').some((data) => !data.contentUrl || !data.thumbnailUrl || !data.uploadDate),
      ),
    ).toEqual([])
  })
})

describe('without script, in source order', () => {
  it.each(['course-live', 'course-video'])('%s has title, price, teachers and outline', async (part) => {
    const [path, { text }] = sample(part)
    const id = Number(/\d+$/.exec(path)?.[0])
    const course = await school.backend.api.call('GET /api/course/course-detail', { id })
    const periods = await school.backend.api.call('GET /api/course/period', { courseId: id })
    expect(course.lectureType).toBe(part === 'course-live' ? LectureType.live : LectureType.video)
    const parts = [course.name, ...course.teachers.map(({ name }) => name), ...periods.map(({ name }) => name)].map(
      bareText,
    )
    expect(parts.filter((word) => !text.includes(word))).toEqual([])
    const places = periods.map(({ name }) => text.lastIndexOf(bareText(name)))
    expect(text.indexOf(bareText(course.name))).toBeLessThan(Math.min(...places))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('an article has its body, a post its text', async () => {
    const [article, { text }] = sample('article-detail')
    const { content } = await school.backend.api.call('GET /api/information/get-information-detail', {
      id: Number(/\d+/.exec(article)?.[0]),
    })
    expect(text).toContain(bareText(content))
    const [post, page] = sample('forum-post')
    const { content: said } = await school.backend.api.call('GET /api/post/detail', {
      id: Number(/\d+/.exec(post)?.[0]),
    })
    expect(page.text).toContain(bareText(said))
  })
})

describe('crawlers', () => {
  const robots = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  ]

  it('read what people read, on every kind of page', async () => {
    const different: unknown[] = []
    for (const part of new Set(crawl.listed.values())) {
      const [path, page] = sample(part)
      for (const robot of robots) {
        // an unknown parameter goes past the cache: the page is made for this visitor
        const { text } = await school.site.get(`${path}?from=robot`).set('User-Agent', robot)
        if (readFacts(text, path).text !== page.text) different.push([path, robot])
      }
    }
    expect(different).toEqual([])
  })

  it.each([
    '/search',
    '/search?searchText=%E7%94%BB',
    '/auth/login',
    '/register',
    '/register/over',
    '/bbs/user',
    '/bbs/plate/all?searchText=%E7%94%BB',
    '/user/info',
    '/user/security',
    '/user/perfect',
    '/user/auth/bind',
    '/user/auth/updatePhone',
    '/user/auth/password',
    '/user/auth/password/forget',
    '/user/oauth/bind',
    '/bbs/detail/encrypt?id=sealed',
    '/bbs/user/1',
    '/nothing',
  ])('are told not to index %s', async (path) => {
    const page = readFacts((await school.site.get(path)).text, path)
    expect([page.robots, page.canonical]).toEqual(['noindex,follow', undefined])
  })
})
