import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import type { PostCard } from '#shared/contract/post.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildComment, buildPlate, buildPost } from '../support/forum-factories.ts'
import { why } from '../support/forum-process-steps.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
let newest: PostCard
let essence: PostCard
beforeAll(async () => {
  school = await startSchool()
  newest = (await school.backend.api.call('GET /api/post/list', { sort: 'new' })).records[0] as PostCard
  essence = (await school.backend.api.call('GET /api/post/essence-post-list', {}))[0] as PostCard
})
afterAll(() => school?.close())

const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A page as a search engine reads it. */
async function read(path: string, status = 200, cookie?: string) {
  const request = school.site.get(path).set('User-Agent', robot)
  const answer = await (cookie ? request.set('Cookie', cookie) : request)
  expect(answer.status, path).toBe(status)
  const html = answer.text
  return {
    html,
    headers: answer.headers,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    noindex: html.includes('name="robots" content="noindex'),
    h1: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '',
    main: /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '',
    ld: [...html.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gs)].map(
      (match) => JSON.parse(match[1] ?? '{}') as Record<string, unknown>,
    ),
  }
}

function words(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe('pages of the forum', () => {
  it('have titles, descriptions and canonical addresses of their own', async () => {
    const plate = newest.category
    const pages = await Promise.all(
      [
        '/bbs/plate',
        '/bbs/plate/all',
        '/bbs/plate/all?page=2',
        `/bbs/plate/${plate.id}`,
        `/bbs/plate/${plate.id}?page=2`,
        `/bbs/detail/${newest.id}`,
        `/bbs/detail/${essence.id}`,
      ].map(async (path) => ({ path, ...(await read(path)) })),
    )
    for (const page of pages) {
      expect(page.canonical).toBe(testOrigin + page.path)
      expect(page.noindex).toBe(false)
      expect(page.description.length, page.path).toBeGreaterThanOrEqual(50)
      expect(page.description.length, page.path).toBeLessThanOrEqual(80)
      expect((page.html.match(/<h1/g) ?? []).length).toBe(1)
    }
    expect(new Set(pages.map((page) => page.title)).size).toBe(pages.length)
    expect(new Set(pages.map((page) => page.description)).size).toBe(pages.length)
  })

  it('read two literal addresses as themselves, not ids', async () => {
    expect((await read('/bbs/plate/all')).h1).toBe('全部版块与帖子')
    await read('/bbs/detail/encrypt', 404)
    await read('/bbs/plate/every', 404)
    await read('/bbs/detail/x', 404)
  })

  it('don’t exist for what doesn’t', async () => {
    for (const path of [
      '/bbs',
      '/bbs/detail',
      '/bbs/plate/999999',
      '/bbs/detail/999999',
      '/bbs/user/999999',
      '/bbs/user/x',
      '/bbs/plate/0',
      '/bbs/detail/99999999999999999999',
      '/bbs/plate/all?page=9999',
      '/bbs/plate/all?page=x',
      `/bbs/plate/${newest.category.id}?page=99`,
      `/bbs/detail/${newest.id}?page=2`,
    ])
      await read(path, 404)
  })

  it('move other forms of an address to the one', async () => {
    const answers = await Promise.all(
      ['/bbs/plate/all?page=1', `/bbs/detail/0${newest.id}`, `/bbs/plate/${newest.category.id}?page=1&sort=new`].map(
        (path) => school.site.get(path),
      ),
    )
    expect(answers.map((answer) => [answer.status, answer.headers.location])).toEqual([
      [301, '/bbs/plate/all'],
      [301, `/bbs/detail/${newest.id}`],
      [301, `/bbs/plate/${newest.category.id}?sort=new`],
    ])
  })

  it('come from cache by order and page; searches never', async () => {
    const id = newest.category.id
    for (const path of [
      '/bbs/plate',
      '/bbs/plate/all?sort=hot',
      `/bbs/plate/${id}?page=2&sort=new`,
      `/bbs/detail/${newest.id}`,
      `/bbs/user/${newest.author.id}?tab=reply`,
    ]) {
      await school.site.get(path)
      expect((await school.site.get(path)).headers['cache-status'], path).toContain('; hit')
    }
    const search = `/bbs/plate/all?searchText=${encodeURIComponent('数位板')}`
    await school.site.get(search)
    expect((await school.site.get(search)).headers['cache-status'] ?? '').not.toContain('; hit')
  })

  it('link a post to plate, author, posts; header to forum', async () => {
    const { main, html } = await read(`/bbs/detail/${newest.id}`)
    expect(main).toContain(`href="/bbs/plate/${newest.category.id}"`)
    expect(main).toContain(`href="/bbs/user/${newest.author.id}"`)
    expect([...main.matchAll(/href="\/bbs\/detail\/\d+"/g)].length).toBeGreaterThanOrEqual(6)
    expect(html).toContain('href="/bbs/plate"')
  })

  it('offer no writing while there is none', async () => {
    for (const path of ['/bbs/plate', `/bbs/plate/${newest.category.id}`, `/bbs/detail/${newest.id}`])
      expect((await read(path)).main).not.toMatch(/发帖|发表|写评论|<textarea/)
  })

  it('stand in the sitemap with their last answer’s day', async () => {
    const [plates, posts] = await Promise.all([
      school.site.get('/sitemaps/forum-plate.xml'),
      school.site.get('/sitemaps/forum-post.xml'),
    ])
    expect(plates.text).toContain(`${testOrigin}/bbs/plate/${newest.category.id}<`)
    expect(posts.text).toContain(`${testOrigin}/bbs/detail/${newest.id}<`)
    expect([...posts.text.matchAll(/<lastmod>/g)].length).toBe([...posts.text.matchAll(/<loc>/g)].length)
  })
})

describe('a post', () => {
  it('tells search engines what everybody reads', async () => {
    const { main, ld, title, h1 } = await read(`/bbs/detail/${essence.id}`)
    const text = words(main)
    const posting = ld.find((entry) => entry['@type'] === 'DiscussionForumPosting') as {
      headline: string
      text: string
      author: { name: string }
      commentCount: number
      comment: { text: string; author: { name: string } }[]
    }
    expect(words(h1)).toBe(posting.headline)
    expect(title).toContain(essence.title)
    for (const part of posting.text.split(' ')) expect(text).toContain(part)
    expect(text).toContain(posting.author.name)
    expect(posting.comment.length).toBeGreaterThan(0)
    for (const comment of posting.comment) expect(text).toContain(comment.text)
    expect(ld.some((entry) => entry['@type'] === 'BreadcrumbList')).toBe(true)
  })

  it('has numbered comment pages, floors and another order', async () => {
    const plateId = await buildPlate(school.backend)
    const id = await buildPost(school.backend, plateId, { title: '二十多层楼' })
    for (let floor = 1; floor <= 22; floor += 1) await buildComment(school.backend, id, floor)
    const first = await read(`/bbs/detail/${id}`)
    expect(first.main).toContain('id="floor-1"')
    expect(first.main).not.toContain('id="floor-21"')
    const second = await read(`/bbs/detail/${id}?page=2`)
    expect(second.main).toContain('id="floor-22"')
    expect(second.canonical).toBe(`${testOrigin}/bbs/detail/${id}?page=2`)
    expect(second.title).not.toBe(first.title)
    const newestFirst = await read(`/bbs/detail/${id}?order=new`)
    expect(newestFirst.main).toContain('id="floor-22"')
    expect(newestFirst.canonical).toBe(`${testOrigin}/bbs/detail/${id}`)
  })

  it('without comments, and a plate without posts, say so', async () => {
    const plateId = await buildPlate(school.backend)
    expect((await read(`/bbs/plate/${plateId}`)).main).toContain('这个版块还没有帖子')
    const id = await buildPost(school.backend, plateId)
    expect((await read(`/bbs/detail/${id}`)).main).toContain('还没有人回复')
  })

  it('waiting for review is its author’s, never kept', async () => {
    const plateId = await buildPlate(school.backend)
    const author = await addSignedIn(school.backend)
    await school.backend.database.db
      .updateTable('users')
      .set({ phoneIsReal: true })
      .where('users.id', '=', author.userId)
      .execute()
    const id = await buildPost(school.backend, plateId, {
      userId: author.userId,
      title: '还没审的帖子',
      status: PostStatus.pending,
      publishedAt: null,
    })
    const own = await read(`/bbs/detail/${id}`, 200, author.cookie)
    expect(own.main).toContain('正在等待审核')
    expect(own.noindex).toBe(true)
    expect((await read(`/bbs/detail/${id}`, 404)).html).not.toContain('还没审的帖子')
    expect((await read(`/bbs/user/${author.userId}`)).main).not.toContain('还没审的帖子')
    expect((await read('/bbs/user', 200, author.cookie)).main).toContain('还没审的帖子')
  })

  it('opens by a secret address, kept and told nowhere', async () => {
    const plateId = await buildPlate(school.backend)
    const id = await buildPost(school.backend, plateId, {
      title: '只给你看',
      status: PostStatus.pending,
      publishedAt: null,
    })
    const staff = await addSignedIn(school.backend)
    await school.backend.database.db
      .insertInto('userRoles')
      .values({ userId: staff.userId, role: 'headMaster' })
      .execute()
    const { url } = await school.backend.as(staff.cookie).call('GET /api/staff/post/link', { id })
    const page = await read(url)
    expect(page.main).toContain('只给你看')
    expect(page.noindex).toBe(true)
    expect(page.canonical).toBeUndefined()
    expect(page.headers['cache-control']).toContain('no-store')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    await read(`${url}x`, 404)
  })
})

describe('what staff change', () => {
  it('is on its pages for the next visitor', async () => {
    const plateId = await buildPlate(school.backend)
    const id = await buildPost(school.backend, plateId, {
      title: '刚交上来的帖子',
      status: PostStatus.pending,
      publishedAt: null,
    })
    const staff = await addSignedIn(school.backend)
    await school.backend.database.db
      .insertInto('userRoles')
      .values({ userId: staff.userId, role: 'headMaster' })
      .execute()
    const other = `/bbs/detail/${newest.id}`
    for (const path of ['/bbs/plate?sort=new', `/bbs/plate/${plateId}`, other]) await school.site.get(path)
    await school.backend.as(staff.cookie).call('POST /api/staff/post/set', { id, status: PostStatus.published })
    expect((await read(`/bbs/plate/${plateId}`)).main).toContain('刚交上来的帖子')
    expect((await read('/bbs/plate?sort=new')).main).toContain('刚交上来的帖子')
    expect((await school.site.get(other)).headers['cache-status']).toContain('; hit')
    expect((await read(`/bbs/detail/${id}`)).main).toContain('刚交上来的帖子')
    const removal = { target: ForumTarget.post, id, ...why }
    await school.backend.as(staff.cookie).call('POST /api/staff/forum/remove', removal)
    await read(`/bbs/detail/${id}`, 404)
    expect((await read(`/bbs/plate/${plateId}`)).main).not.toContain('刚交上来的帖子')
  })
})

describe('somebody’s page', () => {
  it('shows posts and comments with floors, unindexed', async () => {
    const author = newest.author.id
    const posts = await read(`/bbs/user/${author}`)
    expect(posts.noindex).toBe(true)
    expect(posts.main).toContain(`/bbs/detail/${newest.id}`)
    const replies = await read(`/bbs/user/${author}?tab=reply`)
    expect(replies.main).toMatch(/href="\/bbs\/detail\/\d+#floor-\d+"/)
    expect(replies.main).not.toContain('我的消息')
  })

  it('without an id is one’s own, after login', async () => {
    const page = await read('/bbs/user')
    expect(page.noindex).toBe(true)
    expect(page.main).not.toContain('条回复')
  })
})

describe('a search in the forum', () => {
  it('a search beyond 500 posts says there are more', async () => {
    const plate = await buildPlate(school.backend)
    await sql`insert into forum_posts (plate_id, user_id, title, content_html, status, published_at, active_at)
      select ${plate}, (select min(id) from users), '鳑鲏日记 ' || n, '<p>正文</p>', 2, now() - n * interval '1 minute', now()
      from generate_series(1, 520) n`.execute(school.backend.database.db)
    await refreshSearch(school.backend.context)
    const search = `/bbs/plate/all?searchText=${encodeURIComponent('鳑鲏')}`
    expect(words((await read(search)).main)).toContain('找到 500+ 帖')
    const last = words((await read(`${search}&page=25`)).main)
    expect(last).toContain('只列出最相关的 500 帖')
    expect(last).toContain('共 500+ 帖')
    await read(`${search}&page=26`, 404)
  })

  it('lists finds, unindexed; nothing found is said', async () => {
    const found = await read(`/bbs/plate/all?searchText=${encodeURIComponent('数位板')}`)
    expect(found.noindex).toBe(true)
    expect(found.main).toContain('数位板选购')
    const nothing = await read(`/bbs/plate/all?searchText=${encodeURIComponent('¤¤¤')}`)
    expect(nothing.main).toContain('没有找到这样的帖子')
    for (const text of ['%', '<script>alert(1)</script>', 'a'.repeat(500), '\u0000', '🎨'])
      expect((await read(`/bbs/plate/all?searchText=${encodeURIComponent(text)}`)).html).not.toContain('<script>alert')
  })
})
