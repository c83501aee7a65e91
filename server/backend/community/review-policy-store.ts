import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { PostStatus, type ReviewMode, type WordAction } from '#shared/contract/enums.ts'

/** What the policy asks about a plate and who writes there. */
export interface PolicyFacts {
  mode: ReviewMode
  /** Posts of theirs that were ever shown, up to `most`, and weren't taken down. */
  posts: number
  isStaff: boolean
  /** Of the word list as it is now. */
  stamp: string
}

/** Undefined for a plate that there isn't. */
export async function findPolicyFacts(
  db: Database,
  { authorId, plateId, most }: { authorId: number; plateId: number; most: number },
): Promise<PolicyFacts | undefined> {
  const { rows } = await sql<PolicyFacts>`
    select l.review_mode as mode, w.stamp::text as stamp,
      (select count(*)::int from (select 1 from forum_posts p where p.user_id = ${authorId} and p.status = ${sql.lit(PostStatus.published)}
        and p.removed_at is null limit ${most}) shown) as posts,
      (select u.is_admin or exists (select 1 from user_roles r where r.user_id = u.id) from users u where u.id = ${authorId}) as is_staff
    from forum_plates l, forum_word_stamp w where l.id = ${plateId}`.execute(db)
  return rows[0]
}

/** The whole list. */
export async function listWordsForMatching(db: Database): Promise<{ word: string; action: WordAction }[]> {
  const { rows } = await sql<{ word: string; action: WordAction }>`
    select word, action from forum_words order by id`.execute(db)
  return rows
}
