import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { NoticeAudience } from '#shared/contract/enums.ts'
import type { PlatformNotice } from '#shared/contract/notice.ts'

/** Who looks: a learner, or a visitor by the fingerprint of the browser. */
export interface Viewer {
  readonly userId?: number | undefined
  readonly fingerprint?: string | undefined
}

interface NoticeRow {
  id: number
  title: string
  contentHtml: string | null
  img: string | null
  url: string | null
  beginAt: Date
  endAt: Date
}

/** The newest notice in force at `now` for this position that the viewer hasn't closed. */
export async function findNotice(
  db: Database,
  position: string,
  viewer: Viewer,
  now: Date,
): Promise<PlatformNotice | undefined> {
  const { userId = null, fingerprint = null } = viewer
  const { rows } = await sql<NoticeRow>`
    select n.id, n.title, n.content_html, n.img, n.url, n.begin_at, n.end_at from platform_notices n
    where n.position = ${position} and n.begin_at <= ${now} and n.end_at > ${now} and (n.audience = ${sql.lit(NoticeAudience.everybody)} or ${userId}::bigint is not null)
      and not exists (select 1 from platform_notice_logs l where l.notice_id = n.id and l.action = 'close'
        and (l.user_id = ${userId}::bigint or (l.user_id is null and l.fingerprint = ${fingerprint}::text)))
    order by n.begin_at desc, n.id desc limit 1`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    id: row.id,
    title: row.title,
    content: row.contentHtml,
    img: row.img,
    url: row.url,
    begDate: row.beginAt.getTime(),
    endDate: row.endAt.getTime(),
  }
}

export async function hasNotice(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('platformNotices')
    .select('platformNotices.id')
    .where('platformNotices.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes what the viewer did, once per notice, viewer and action. */
export async function insertNoticeLog(
  db: Database,
  log: { noticeId: number; action: 'show' | 'click' | 'close'; viewer: Viewer; at: Date },
): Promise<void> {
  const { userId = null, fingerprint = null } = log.viewer
  await db
    .insertInto('platformNoticeLogs')
    .values({ noticeId: log.noticeId, action: log.action, userId, fingerprint, at: log.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
