import { type RawBuilder, sql } from 'kysely'

/** Names under which a statement joins a room and a film. */
interface Joined {
  readonly lesson: string
  readonly room: string
  readonly film: string
}

/** The same in SQL, of the room that a statement joins under a name; null where it joins none. */
export function classSeconds(room: string): RawBuilder<number> {
  const of = (column: string) => sql.ref(`${room}.${column}`)
  const end = sql`coalesce(${of('ended_at')}, ${of('end_at')})`
  const begin = sql`case when ${of('started_at')} < ${end} then ${of('started_at')} else ${of('begin_at')} end`
  return sql<number>`case when ${of('id')} is not null then greatest(1, round(extract(epoch from ${end} - ${begin})))::integer end`
}

/**
 * Seconds that count as the whole of a lesson, 0 when nobody knows: of a class that isn't over the class, then the film's own; what is
 * announced only where neither is known, or the film is a test film that fills it.
 */
export function lessonSeconds({ lesson, room, film }: Joined, now: Date): RawBuilder<number> {
  const announced = sql`nullif(${sql.ref(`${lesson}.duration_sec`)}, 0)`
  const own = sql`nullif(${sql.ref(`${film}.duration_sec`)}, 0)`
  return sql<number>`coalesce(
    case when coalesce(${sql.ref(`${room}.ended_at`)}, ${sql.ref(`${room}.end_at`)}) > ${now} then ${classSeconds(room)} end,
    case when ${sql.ref(`${film}.repeats`)} then ${announced} end, ${own}, ${classSeconds(room)}, ${announced}, 0)::integer`
}
