import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Works that the office has hidden show their learner's private files again, and the addresses at which everybody could see them end: those of homework
 * had stayed open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
update student_work_images i set url = own.res_url from student_works w, uploads u, uploads own
  where w.id = i.work_id and w.status <> 1 and u.res_url = i.url and u.state = 2 and own.id = u.copy_of;
update student_works w set cover_img = own.res_url from uploads u, uploads own
  where w.status <> 1 and u.res_url = w.cover_img and u.state = 2 and own.id = u.copy_of;
update uploads u set state = 1, created_at = 'epoch' where u.copy_of is not null and u.state = 2
  and not exists (select 1 from student_works w where w.cover_img = u.res_url)
  and not exists (select 1 from student_work_images i where i.url = u.res_url);
`,
  )
}
