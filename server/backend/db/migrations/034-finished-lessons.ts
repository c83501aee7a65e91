import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Progress of learners computed anew, once: a film's own length went behind what its lesson announced, and minutes of a class counted for
 * nothing, so that lessons which were learned whole never were finished. Nobody loses what was finished.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
with films as (
  select p.user_id, p.period_id, m.duration_sec as seconds from learn_progress p
  join periods e on e.id = p.period_id
  left join lateral (
    select o.media_id from schedule_periods k join live_rooms o on o.schedule_period_id = k.id and o.deleted_at is null
    where k.period_id = e.id and k.schedule_id = p.schedule_id order by o.begin_at desc limit 1) r on true
  join media_assets m on m.id = coalesce(r.media_id, e.media_id) and not m.repeats and m.duration_sec > 0
  where p.finished_at is null and e.kind <> 3)
update learn_progress p set finished_at = p.last_at from films f
where p.user_id = f.user_id and p.period_id = f.period_id and (
  select coalesce(sum(upper(w) - lower(w)), 0) from unnest(p.watched * int4multirange(int4range(0, f.seconds * 10))) w) >= ceil(f.seconds * 0.95) * 10;

update learn_progress p set finished_at = p.last_at
from live_rooms r join room_members m on m.room_id = r.id
where p.finished_at is null and r.ended_at is not null and p.period_id = r.period_id and p.user_id = m.user_id
  and m.watch_sec >= ceil(0.8 * greatest(1, round(extract(epoch from r.ended_at - case when r.started_at < r.ended_at then r.started_at else r.begin_at end))));
`,
  )
}
