import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { audit } from '#server/backend/audit/audit.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LiveStatus, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import type { SystemContent } from '#shared/contract/im-fields.ts'
import { openEvaluation } from './evaluation-store.ts'
import { findOffer } from './offer-store.ts'
import { putPendant } from './pendant-store.ts'
import { endRoom } from '#server/backend/classroom/room/room-end.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { insertPush, findUser, setNotice } from './system-effect-store.ts'

const mostNoticeCharacters = 500

interface Effect {
  readonly trx: DatabaseTransaction
  readonly room: RoomRow
  readonly content: SystemContent
  readonly session: Session
  readonly now: Date
}

const refuse = (message: string): ApiError => new ApiError(Code.Toast, message)

/**
 * What a system message of the staff does to the room, and what it tells everybody: filled in by the server. Undefined: nothing changed,
 * and nothing is to be told. The caller has checked that the session is of the room's staff, and appends the message in the same transaction.
 */
export async function applySystemNotify(
  trx: DatabaseTransaction,
  room: RoomRow,
  {
    type,
    content,
    session,
    now,
    call = {},
  }: {
    type: SystemMessage
    content: SystemContent
    session: Session
    now: Date
    call?: Partial<Pick<CallContext, 'address' | 'route'>> | undefined
  },
): Promise<SystemContent | undefined> {
  const effect = await effectOf(type, { trx, room, content, session, now })
  if (!effect) return undefined
  const act = { action: 'live.notify', subject: 'room', subjectId: room.id, detail: { type, ...effect } }
  await audit(trx, { address: '', ...call, clock: { now: () => now.getTime() } }, { session, act })
  return effect
}

function effectOf(type: SystemMessage, effect: Effect): Promise<SystemContent | undefined> {
  if (type === SystemMessage.evaluate)
    return pushOffer({ ...effect, content: { push: { kind: 'evaluate', refId: null, title: '', url: null } } })
  if (type === SystemMessage.push) return pushOffer(effect)
  if (type === SystemMessage.refreshUser) return refreshUser(effect)
  if (type === SystemMessage.aiLive || type === SystemMessage.liveStop) return stop(type, effect)
  if (type === SystemMessage.notice) return putNotice(effect)
  if (type === SystemMessage.pendant) return putPendant(effect.trx, effect.room.id, effect.content, effect.now)
  return Promise.reject(refuse('撤回和禁言请在消息或成员上操作'))
}

/** Shows a coupon, a course, a lottery or the evaluation; the evaluation may be given from then on. */
async function pushOffer({ trx, room, content, session, now }: Effect): Promise<SystemContent> {
  const { push } = content
  const offer = push && (await findOffer(trx, room.id, { kind: push.kind, refId: push.refId, now }))
  if (!offer) throw refuse('要推送的内容不存在或已结束')
  if (offer.kind === 'evaluate') await openEvaluation(trx, room, 'enrolled')
  await insertPush(trx, { roomId: room.id, offer, userId: session.userId, now })
  return { push: { ...offer } }
}

async function refreshUser({ trx, content }: Effect): Promise<SystemContent> {
  const userId = /^\d{1,15}$/.test(content.userId ?? '') ? Number(content.userId) : 0
  const user = await findUser(trx, userId)
  if (!user) throw refuse('没有找到这位成员')
  return { userId: String(user.id) }
}

/** A film on the clock is stopped by its own message, everything else by the stop of a live class. */
async function stop(type: SystemMessage, { trx, room, now }: Effect): Promise<SystemContent | undefined> {
  if ((type === SystemMessage.aiLive) !== (room.kind === RoomKind.aiLive)) throw refuse('这间教室不能这样结束')
  if (now < (room.startedAt ?? room.beginAt)) throw refuse('还没有开始，不能结束')
  return (await endRoom(trx, room, now)) ? { status: LiveStatus.ended } : undefined
}

async function putNotice({ trx, room, content }: Effect): Promise<SystemContent> {
  const notice = content.notice?.trim() || null
  if (notice !== null && [...notice].length > mostNoticeCharacters) throw refuse(`公告最多 ${mostNoticeCharacters} 字`)
  await setNotice(trx, notice, room.id)
  return { notice }
}
