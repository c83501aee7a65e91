import { createHash, randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock, Log } from '#server/backend/base/parts.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { tencentImAccount, tencentImUserId } from '#shared/rules/tencent-im-account.ts'
import type { ImEngine } from './im-engine.ts'
import { createSendQueue } from './send-queue.ts'
import { createTencentImService, type TencentImConfig, TencentImError } from './tencent-im-service.ts'
import { createUserSig } from './tencent-user-sig.ts'

/** A client that stays longer than a class joins anew. */
const sigSec = 6 * 3_600
/** The service itself counts every ten seconds. */
const countMs = 10_000
const mostRemembered = 20_000
/** The service answers 500 members at a time, a thousand at most. */
const mostPages = 3
/** A group of this name is there already: ours, of an earlier process. */
const groupExists = new Set([10_021, 10_025])

interface Known<T> {
  readonly at: number
  readonly value: T
}

/** A number that is the same for the same message: the service takes what it has had within five minutes for a repetition. */
function randomOf(groupKey: string, seq: number): number {
  return createHash('sha256').update(`${groupKey}\n${seq}`).digest().readUInt32BE()
}

type Service = ReturnType<typeof createTencentImService>

/** Groups and accounts at the service, made when they are needed. */
function createPlaces(call: Service) {
  /** Groups that are there, or just being made. */
  const groups = new LRUCache<string, Promise<void>>({ max: mostRemembered })
  const accounts = new LRUCache<number, true>({ max: mostRemembered })

  async function createGroup(groupKey: string): Promise<void> {
    try {
      await call('group_open_http_svc/create_group', {
        Type: 'AVChatRoom',
        GroupId: groupKey,
        Name: groupKey,
        ApplyJoinOption: 'FreeAccess',
      })
    } catch (error) {
      if (error instanceof TencentImError && error.code !== undefined && groupExists.has(error.code)) return
      groups.delete(groupKey)
      throw error
    }
  }

  function ensureGroup(groupKey: string): Promise<void> {
    const known = groups.get(groupKey)
    if (known) return known
    const made = createGroup(groupKey)
    groups.set(groupKey, made)
    return made
  }

  async function importAccount(userId: number): Promise<void> {
    if (accounts.has(userId)) return
    await call('im_open_login_svc/account_import', { UserID: tencentImAccount(userId) })
    accounts.set(userId, true)
  }

  return { ensureGroup, importAccount }
}

/** Who is in a room: what was found lately, as the service counts. */
function createPeople(
  call: Service,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Pick<ImEngine, 'onlineUserIds' | 'onlineCount'> {
  const counts = new LRUCache<string, Known<number>>({ max: 1_000 })
  const members = new LRUCache<string, Known<string[]>>({ max: 1_000 })

  /** What was found lately, else what the service says; what was found before when it says nothing. */
  async function lately<T>(
    cache: LRUCache<string, Known<T>>,
    groupKey: string,
    otherwise: T,
    ask: () => Promise<T>,
  ): Promise<T> {
    const known = cache.get(groupKey)
    if (known && clock.now() - known.at < countMs) return known.value
    try {
      const value = await ask()
      cache.set(groupKey, { at: clock.now(), value })
      return value
    } catch (error) {
      log.warn({ err: error, groupKey }, 'Tencent Cloud IM did not say who is there')
      return known?.value ?? otherwise
    }
  }

  async function listMembers(groupKey: string): Promise<string[]> {
    const found: string[] = []
    let timestamp: unknown = 0
    for (let page = 0; page < mostPages; page += 1) {
      const { MemberList, NextTimestamp } = await call('group_open_avchatroom_http_svc/get_members', {
        GroupId: groupKey,
        Timestamp: timestamp,
      })
      for (const { Member_Account: account } of (MemberList ?? []) as { Member_Account?: unknown }[]) {
        const userId = tencentImUserId(account)
        if (userId !== undefined) found.push(userId)
      }
      timestamp = NextTimestamp
      if (!timestamp) break
    }
    return [...new Set(found)]
  }

  return {
    onlineUserIds: (groupKey) => lately(members, groupKey, [], () => listMembers(groupKey)),
    onlineCount: (groupKey) =>
      lately(counts, groupKey, 0, async () => {
        const { OnlineMemberNum: count } = await call('group_open_http_svc/get_online_member_num', {
          GroupId: groupKey,
        })
        return typeof count === 'number' ? count : 0
      }),
  }
}

/**
 * Tencent Cloud IM carries messages to rooms as custom messages of our administrator in live groups (AVChatRoom). Order, numbers, mutes,
 * recalls and history stay ours; clients send to us. What the service loses, clients find in the history.
 */
export function createTencentIm(
  config: TencentImConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): ImEngine {
  const { appId, key } = config
  const call = createTencentImService(config, clock)
  const { ensureGroup, importAccount } = createPlaces(call)
  const queue = createSendQueue<ImMessage>(
    async (groupKey, message) => {
      await ensureGroup(groupKey)
      const content = { Data: JSON.stringify(message), Desc: '', Ext: '' }
      await call('group_open_http_svc/send_group_msg', {
        GroupId: groupKey,
        Random: randomOf(groupKey, message.seq),
        MsgBody: [{ MsgType: 'TIMCustomElem', MsgContent: content }],
      })
    },
    (groupKey, error) => log.error({ err: error, groupKey }, 'a message could not be given to Tencent Cloud IM'),
  )

  return {
    kind: 'tencent',
    async ticket({ groupKey, userId }) {
      try {
        await Promise.all([ensureGroup(groupKey), importAccount(userId)])
      } catch (error) {
        log.error({ err: error, groupKey }, 'a room could not be opened at Tencent Cloud IM')
        throw new ApiError(Code.Fail, '聊天室暂时连不上，请稍后再试', 503)
      }
      return {
        engine: 'tencent',
        appId,
        sign: createUserSig({
          appId,
          key,
          userId: tencentImAccount(userId),
          time: Math.floor(clock.now() / 1000),
          expire: sigSec,
        }),
      }
    },
    publish: (groupKey, message) => queue.add(groupKey, message),
    tellQueue(groupKey, news) {
      ensureGroup(groupKey)
        .then(() =>
          call('group_open_http_svc/send_group_msg', {
            GroupId: groupKey,
            Random: randomInt(2 ** 32),
            OnlineOnlyFlag: 1,
            MsgBody: [
              { MsgType: 'TIMCustomElem', MsgContent: { Data: JSON.stringify({ queue: news }), Desc: '', Ext: '' } },
            ],
          }),
        )
        .catch((error: unknown) =>
          log.warn({ err: error, groupKey }, 'Tencent Cloud IM did not take how a queue stands'),
        )
    },
    ...createPeople(call, { clock, log }),
    // Clients connect to the service.
    attach: () => undefined,
    async close() {
      queue.close()
    },
  }
}
