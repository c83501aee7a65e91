import type { Handlers } from '#server/backend/http/binding.ts'
import { findFakeStudents, findSaleInfo } from '#server/backend/classroom/room/room-extras-store.ts'
import { applySystemNotify } from '#server/backend/classroom/tools/system-effects.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { imApi } from '#shared/contract/im.ts'
import { giveGift } from './gifts.ts'
import { listGifts } from './gift-store.ts'
import { findPresent, getPresent, getStaffPresent } from './im-room.ts'
import { joinGroup } from './join-group.ts'
import { findMembers, listMembers } from './member-store.ts'
import { listMessages } from './message-store.ts'
import { setMute } from './mutes.ts'
import { recallMessage } from './recall-message.ts'
import { sendText } from './send-text.ts'
import { appendSystem } from './system-message.ts'

/** Ids in their numbers; what can't be one is nobody's. */
const idsOf = (userIds: readonly string[]): number[] => userIds.map(Number).filter(Number.isSafeInteger)

export const imHandlers: Handlers<typeof imApi> = {
  joinGroup,

  async sendMsg(ctx, input, session) {
    return { seq: await sendText(ctx, input, session) }
  },

  async history(ctx, { groupId, ...range }, session) {
    const { room } = await getPresent(ctx, { groupId }, session)
    return listMessages(ctx.db, room.groupId, range)
  },

  async userInfo(ctx, { userIds, ...key }, session) {
    const { room } = await getPresent(ctx, key, session)
    return findMembers(ctx.db, room, idsOf(userIds), new Date(ctx.clock.now()))
  },

  async userDetail(ctx, { userId, ...key }, session) {
    const { room, access } = await getPresent(ctx, key, session)
    const now = new Date(ctx.clock.now())
    const [user] = await findMembers(ctx.db, room, idsOf([userId]), now)
    if (!user) throw new ApiError(Code.NotFound, '没有找到这位成员')
    const sale = access.isStaff
      ? await findSaleInfo(ctx.db, room, { userId: Number(userId), isStaff: false }, now)
      : null
    return {
      ...user,
      saleInfo: sale && { productId: sale.productId, name: sale.name, price: sale.price, isBuy: sale.isBuy },
    }
  },

  async listStudent(ctx, { search = '', ...key }, session) {
    const present = await findPresent(ctx, key, session)
    if (!present) return { members: [], onlineCount: 0, fakeStudents: [] }
    const { room } = present
    const online = await ctx.im.onlineUserIds(room.groupKey)
    return {
      members: await listMembers(ctx.db, room, { online, search: search.trim(), now: new Date(ctx.clock.now()) }),
      onlineCount: online.length,
      fakeStudents: await findFakeStudents(ctx.db, room.id),
    }
  },

  async listRealUserId(ctx, key, session) {
    const { room } = await getPresent(ctx, key, session)
    return ctx.im.onlineUserIds(room.groupKey)
  },

  async estoppel(ctx, input, session) {
    await setMute(ctx, input, session)
    return true
  },

  async recallMsg(ctx, input, session) {
    await recallMessage(ctx, input, session)
    return true
  },

  async giftList(ctx, key, session) {
    await getPresent(ctx, key, session)
    return listGifts(ctx.db)
  },

  async giveGift(ctx, input, session) {
    await giveGift(ctx, input, session)
    return true
  },

  async sendSystemNotify(ctx, { groupId, type, payload }, session) {
    const { room } = await getStaffPresent(ctx, { groupId }, session)
    await ctx.tx(async (trx) => {
      const effect = await applySystemNotify(trx, room, {
        type,
        content: payload,
        session,
        now: new Date(ctx.clock.now()),
        call: ctx,
      })
      if (effect) await appendSystem(ctx, trx, { room, type, content: effect, byUserId: session.userId })
    })
    return true
  },
}
