import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, type OpenDatabase, openMemoryDatabase } from '#server/backend/db/database.ts'
import { migrations } from '#server/backend/db/migrations/index.ts'
import { PublishStatus, UploadState } from '#shared/contract/enums.ts'

/** A school in which files of hidden works were still to be had. */
const lastBefore = '090-forum-waiting-again'

let database: OpenDatabase
beforeAll(async () => {
  database = await openMemoryDatabase()
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= lastBefore))
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => earlier } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
})
afterAll(() => database?.close())

/** A learner's private photo, the copy of it that everybody may see, and a work that shows the copy. */
async function publishOnce(name: string, status: PublishStatus): Promise<void> {
  await sql`
    with u as (insert into users (nickname) values (${name}) returning id),
    c as (insert into colleges (name, path) values (${name}, ${name}) returning id),
    k as (insert into work_categories (college_id, name) select c.id, '素描' from c returning id),
    f as (insert into uploads (user_id, object_key, res_url, purpose, name, content_type, size_bytes, md5, kind, state, created_at, stored_at)
      select u.id, ${`private/${name}`}, ${`/own/${name}`}, 'study', 'a.png', 'image/png', 9, md5(${name}), 1, ${UploadState.stored}, '2026-01-01', '2026-01-01' from u returning id, user_id),
    g as (insert into uploads (user_id, object_key, res_url, purpose, name, content_type, size_bytes, md5, kind, state, created_at, stored_at, copy_of)
      select f.user_id, ${name}, ${`/open/${name}`}, 'file', 'a.png', 'image/png', 9, md5(${name}), 1, ${UploadState.stored}, '2026-01-01', '2026-01-01', f.id from f),
    w as (insert into student_works (college_id, category_id, user_id, author_name, title, cover_img, cover_width, cover_height, status, published_at)
      select c.id, k.id, u.id, ${name}, ${name}, ${`/open/${name}`}, 4, 3, ${status}::smallint, '2026-01-02' from c, k, u returning id)
    insert into student_work_images (work_id, sort, url) select w.id, 0, ${`/open/${name}`} from w`.execute(database.db)
}

test('an older school closes the files of hidden works', async () => {
  await publishOnce('shown', PublishStatus.published)
  await publishOnce('hidden', PublishStatus.hidden)
  await migrate(database.db)
  const { rows } = await sql`select w.title, w.cover_img, i.url, u.state as copy, own.state as own
    from student_works w join student_work_images i on i.work_id = w.id join uploads own on own.res_url = '/own/' || w.title join uploads u on u.copy_of = own.id
    order by w.id`.execute(database.db)
  expect(rows).toEqual([
    { title: 'shown', coverImg: '/open/shown', url: '/open/shown', copy: UploadState.stored, own: UploadState.stored },
    {
      title: 'hidden',
      coverImg: '/own/hidden',
      url: '/own/hidden',
      copy: UploadState.pending,
      own: UploadState.stored,
    },
  ])
})
