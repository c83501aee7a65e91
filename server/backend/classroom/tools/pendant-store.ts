import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { SystemContent } from '#shared/contract/im-fields.ts'
import type { Pendant } from '#shared/contract/live.ts'
import { isOpenAddress } from '#shared/rules/open-address.ts'
import { findOffer, type OfferKind } from './offer-store.ts'

const typeForm = /^[a-z][A-Za-z0-9]{0,19}$/
const mostTitleCharacters = 40
const offerTypes: readonly string[] = ['coupon', 'course', 'activity'] satisfies OfferKind[]

const refuse = (message: string): ApiError => new ApiError(Code.Toast, message)

/** What hangs in a room, by type. */
export async function findPendants(db: Database, roomId: number): Promise<Record<string, Pendant>> {
  const rows = await db
    .selectFrom('livePendants')
    .select(['livePendants.type', 'livePendants.title', 'livePendants.img', 'livePendants.url', 'livePendants.refId'])
    .where('livePendants.roomId', '=', roomId)
    .orderBy('livePendants.type')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.type, row]))
}

/** Hangs a pendant, in place of the one of its type, or takes one away; answers what everybody is told, undefined when nothing changed. */
export async function putPendant(
  trx: Database,
  roomId: number,
  content: SystemContent,
  now: Date,
): Promise<SystemContent | undefined> {
  if (content.removedPendant !== undefined) return removePendant(trx, roomId, content.removedPendant)
  const pendant = content.pendant && (await checked(trx, roomId, content.pendant, now))
  if (!pendant) throw refuse('挂件内容不完整')
  const { type, title, img, url, refId } = pendant
  await sql`
    insert into live_pendants (room_id, type, title, img, url, ref_id) values (${roomId}, ${type}, ${title}, ${img}, ${url}, ${refId})
    on conflict (room_id, type) do update set title = excluded.title, img = excluded.img, url = excluded.url, ref_id = excluded.ref_id`.execute(
    trx,
  )
  return { pendant }
}

async function removePendant(trx: Database, roomId: number, type: string): Promise<SystemContent | undefined> {
  const { rows } =
    await sql`delete from live_pendants where room_id = ${roomId} and type = ${type} returning type`.execute(trx)
  return rows.length > 0 ? { removedPendant: type } : undefined
}

/** An offer's title and address are ours; what is only a link is as the staff wrote it. */
async function checked(trx: Database, roomId: number, pendant: Pendant, now: Date): Promise<Pendant> {
  if (!typeForm.test(pendant.type)) throw refuse('挂件类型不正确')
  for (const address of [pendant.img, pendant.url])
    if (address !== null && !isOpenAddress(address)) throw refuse('挂件链接只能是本站路径或 https 地址')
  const title = pendant.title.trim()
  if ([...title].length > mostTitleCharacters) throw refuse(`挂件标题最多 ${mostTitleCharacters} 字`)
  if (!offerTypes.includes(pendant.type)) {
    if (title === '' || pendant.url === null) throw refuse('挂件要有标题和链接')
    return { ...pendant, title, refId: null }
  }
  const offer = await findOffer(trx, roomId, { kind: pendant.type as OfferKind, refId: pendant.refId, now })
  if (!offer) throw refuse('挂件指向的内容不存在或已结束')
  return { ...pendant, title: title || offer.title, url: offer.url, refId: offer.refId }
}
