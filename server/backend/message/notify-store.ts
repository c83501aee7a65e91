import { type Insertable, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'

/** One message, once for each `ref`; undefined when it is there already. */
export function insertNotice(
  trx: Database,
  message: Insertable<Tables['notifyMessages']>,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('notifyMessages')
    .values(message)
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** A message in somebody's inbox. */
export async function insertReceived(trx: Database, received: Insertable<Tables['userMessages']>): Promise<void> {
  await trx.insertInto('userMessages').values(received).execute()
}

interface Delivery {
  readonly ref: string
  readonly kind: Insertable<Tables['userMessages']>['kind']
  readonly userIds: readonly number[]
  readonly at: Date
}

/** A message in the inboxes of all who don't have it yet; answers how many those are. */
export async function deliverToAll(trx: Database, { ref, kind, userIds, at }: Delivery): Promise<number> {
  const { rows } = await sql`
    insert into user_messages (message_id, user_id, received_at, kind)
    select m.id, u.id, ${at}::timestamptz, ${kind} from notify_messages m, unnest(${userIds}::bigint[]) as u(id) where m.ref = ${ref}
    on conflict (message_id, user_id) do nothing returning id`.execute(trx)
  return rows.length
}
