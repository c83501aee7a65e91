import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, type OpenDatabase } from '#server/backend/db/database.ts'
import { openClassesNeeded } from '#server/seed/live-timetable.ts'
import { seedDatabase } from '#server/seed/seed.ts'
import { seedPictures } from '#server/seed/seed-pictures.ts'
import { seedPlan } from '#server/seed/seed-plan.ts'
import { templateHash } from '#server/seed/template.ts'
import { openTestDatabase } from '../support/backend-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

async function count(text: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*) as n from ${text}`).execute(database.db)
  return rows[0]?.n ?? 0
}

describe('the seeded school', () => {
  test('has more than 320 courses, a third of them live', async () => {
    const courses = await count('products where lecture_type <> 2')
    const live = await count('products where lecture_type = 1')
    expect(courses).toBeGreaterThanOrEqual(320)
    expect(live / courses).toBeGreaterThan(0.25)
    expect(live / courses).toBeLessThan(0.4)
  })

  test('has 48 class systems, 40 teachers and 60 works', async () => {
    expect(await count('products where lecture_type = 2')).toBeGreaterThanOrEqual(48)
    expect(await count('teachers')).toBeGreaterThanOrEqual(40)
    expect(await count('student_works')).toBeGreaterThanOrEqual(60)
  })

  test('has articles in every category and of every college', async () => {
    expect(
      await count('article_categories c where not exists (select 1 from articles a where a.category_id = c.id)'),
    ).toBe(0)
    expect(await count('colleges c where not exists (select 1 from articles a where a.college_id = c.id)')).toBe(0)
  })

  test('has at least 60 outlines written by hand', () => {
    const written = seedPlan().flatMap((subject) => subject.courses.filter((course) => course.handWritten))
    expect(written.length).toBeGreaterThanOrEqual(60)
  })

  test('gives no two courses the same name', async () => {
    expect(await count('(select name from products group by name having count(*) > 1) twice')).toBe(0)
  })

  test('every course has teachers, lessons and a second-level type', async () => {
    expect(
      await count('products p where not exists (select 1 from product_teachers t where t.product_id = p.id)'),
    ).toBe(0)
    expect(
      await count(
        'products p where p.lecture_type <> 2 and not exists (select 1 from periods e where e.course_id = p.id having count(*) >= 8)',
      ),
    ).toBe(0)
    expect(await count('products where lecture_type <> 2 and learn_id is null')).toBe(0)
  })

  test('some products have materials, classes teachers one can reach', async () => {
    expect(await count('products where sends_materials and lecture_type = 2')).toBeGreaterThan(5)
    expect(await count('products where sends_materials and price_fen = 0')).toBe(0)
    expect(await count('class_schedules where teacher_id is null')).toBe(0)
    expect(await count("teachers where wechat is null or wechat_qr not like '/media/qr/wechat/%.svg'")).toBe(0)
  })

  test('some class systems take deposits; nobody has bought anything', async () => {
    expect(await count('deposit_offers where channel = 4')).toBeGreaterThan(5)
    expect(await count('deposit_offers where channel = 5')).toBe(1)
    expect(
      await count('deposit_offers f join products p on p.id = f.product_id where f.deduct_fen >= p.price_fen'),
    ).toBe(0)
    for (const table of ['orders', 'enrolments', 'user_coupons']) expect(await count(table)).toBe(0)
  })

  test('every recorded course has a free lesson', async () => {
    expect(
      await count(
        'products p where p.lecture_type = 3 and not exists (select 1 from periods e where e.course_id = p.id and e.is_free_study)',
      ),
    ).toBe(0)
  })

  test('every lesson has film and captions, free ones openly', async () => {
    const { rows } = await sql<{ isFree: boolean; repeats: boolean; urls: string[]; captions: string[] }>`
      select distinct e.is_free_study as is_free, m.repeats, array(select u.url from media_urls u where u.asset_id = m.id order by u.sort_num) as urls,
        array(select c.url from media_captions c where c.asset_id = m.id) as captions
      from periods e left join media_assets m on m.id = e.media_id order by e.is_free_study`.execute(database.db)
    const shared = { repeats: true, captions: ['store:film/captions-zh.vtt'] }
    expect(rows).toEqual([
      { ...shared, isFree: false, urls: ['store:film/master.m3u8'] },
      { ...shared, isFree: true, urls: ['store:film/master.m3u8', '/media/film/master.m3u8'] },
    ])
    expect(readdirSync('server/seed/media/film')).toEqual(expect.arrayContaining(['master.m3u8', 'captions-zh.vtt']))
  })

  test('has enough open classes for every hour of the week', async () => {
    expect(await count('products where is_open_live')).toBeGreaterThanOrEqual(openClassesNeeded)
  })

  test('open classes cost nothing and are free in full', async () => {
    expect(await count('products where is_open_live and is_charge')).toBe(0)
    expect(
      await count('periods e join products p on p.id = e.course_id where p.is_open_live and not e.is_free_study'),
    ).toBe(0)
  })

  test('fills all 16 module positions of six colleges', async () => {
    const { rows } = await sql<{ types: number[] }>`
      select array_agg(m.type::int order by m.type) as types from colleges c left join modules m on m.college_id = c.id and m.enabled group by c.id`.execute(
      database.db,
    )
    expect(rows.map((row) => row.types)).toEqual(
      Array.from({ length: 6 }, () => Array.from({ length: 16 }, (_, index) => index + 1)),
    )
    const ownItems =
      '(select 1 from colleges c cross join unnest(array[3, 4, 7, 10, 14, 15]) t where not exists (select 1 from modules m join module_items i on i.module_id = m.id where m.college_id = c.id and m.type = t)) missing'
    expect(await count(ownItems)).toBe(0)
  })

  test('has 48 articles, no two titles alike', async () => {
    expect(await count('articles')).toBeGreaterThanOrEqual(48)
    expect(await count('(select title from articles group by title having count(*) > 1) twice')).toBe(0)
  })

  test('no course stands twice in a class system', async () => {
    expect(
      await count(
        '(select 1 from class_system_courses b join class_system_stages g on g.id = b.stage_id group by g.class_system_id, b.course_id having count(*) > 1) twice',
      ),
    ).toBe(0)
  })

  test('has an account of each kind for developers', async () => {
    const users = await database.db
      .selectFrom('users')
      .leftJoin('userRoles', 'userRoles.userId', 'users.id')
      .select(['userRoles.role', 'users.isAdmin', 'users.phoneIsReal'])
      .where('users.passwordHash', 'is not', null)
      .orderBy('users.id')
      .execute()
    const kindOf = (user: (typeof users)[number]): string =>
      user.isAdmin ? 'admin' : (user.role ?? (user.phoneIsReal ? 'learner' : 'virtual'))
    expect(users.map(kindOf)).toEqual(['learner', 'teacher', 'follow', 'education', 'admin', 'virtual'])
  })

  // a whole seed more takes its time: once, on the server, is enough
  test.runIf(process.env.TEST_DATABASE_URL)(
    'has no account to log in to in production',
    async () => {
      const own = await openTestDatabase()
      await sql`drop schema public cascade`.execute(own.db)
      await sql`create schema public`.execute(own.db)
      await migrate(own.db)
      expect(await seedDatabase(own, { developers: false })).toBe(true)
      const open = own.db
        .selectFrom('users')
        .select('users.id')
        .where((eb) =>
          eb.or([
            eb('users.phone', 'is not', null),
            eb('users.passwordHash', 'is not', null),
            eb('users.isAdmin', '=', true),
          ]),
        )
      expect(await open.execute()).toEqual([])
      expect(await own.db.selectFrom('userRoles').selectAll().execute()).toEqual([])
      expect(await own.db.selectFrom('teachers').select('teachers.id').limit(1).execute()).toHaveLength(1)
      await own.close()
    },
    60_000,
  )

  test('is not seeded twice', async () => {
    const before = await count('products')
    expect(await seedDatabase(database)).toBe(false)
    expect(await count('products')).toBe(before)
  })
})

describe('the database refuses', () => {
  const insertType = (path: string) =>
    database.db.insertInto('courseTypes').values({ kind: 1, name: '新', path }).execute()

  test.each(['live', 'video', 'play', 'all', '123', '1abc', 'Ab', 'a/b', ''])('the type path %j', async (path) => {
    await expect(insertType(path)).rejects.toMatchObject({ code: '23514' })
  })

  test('a price without charge, a charge without price', async () => {
    const values = { lectureType: 3, name: 'x', status: 0 }
    await expect(
      database.db
        .insertInto('products')
        .values({ ...values, isCharge: false, priceFen: 1 })
        .execute(),
    ).rejects.toMatchObject({ code: '23514' })
    await expect(
      database.db
        .insertInto('products')
        .values({ ...values, isCharge: true, priceFen: 0 })
        .execute(),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('the seed’s pictures', () => {
  const pictures = seedPictures()

  test('cover every address that the database names', async () => {
    const files = new Set(pictures.map(({ kind, name, width }) => `/media/pictures/${kind}/${name}-${width}.webp`))
    const { rows } = await sql<{ url: string }>`
      select cover_img as url from products union select cover_img from articles union select cover_img from student_works
      union select url from student_work_images union select cover_img from colleges union select head_img from teachers
      union select img from banners union select img from module_items where img is not null union select img from learn_directions union select head_img from users where head_img is not null union select cover_img from forum_posts where cover_img is not null`.execute(
      database.db,
    )
    expect(rows.length).toBeGreaterThan(600)
    const films = new Set(readdirSync('server/seed/media/film').map((name) => `/media/film/${name}`))
    expect(rows.map((row) => row.url).filter((url) => !files.has(url) && !films.has(url))).toEqual([])
  })

  test('are named once each', () => {
    const keys = pictures.map(({ kind, name, width }) => `${kind}/${name}-${width}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('neighbours of a subject’s list differ in their composition', () => {
    const familyOf = new Map(pictures.map((picture) => [picture.name, picture.family]))
    for (const { courses } of seedPlan()) {
      const families = courses.map((course) => familyOf.get(course.picture))
      expect(families.some((family, index) => index > 0 && family === families[index - 1])).toBe(false)
    }
  })
})

describe('the template', () => {
  test('has the same hash as long as nothing changes', () => {
    expect(templateHash()).toMatch(/^[0-9a-f]{16}$/)
    expect(templateHash()).toBe(templateHash())
  })
})
