import { sql } from 'kysely'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import { ownValue } from '#shared/own-value.ts'
import { securityEventText } from '#shared/rules/security-events.ts'
import { listById, listOf, listPart, listsPart, moment, thingPart } from './export-part.ts'

const genders = ['未填写', '男', '女'] as const

const methods: Readonly<Record<string, string>> = {
  password: '密码',
  phone: '短信验证码',
  register: '注册',
  QQ: 'QQ',
  WECHAT: '微信',
  token: '链接',
  reset: '重置密码',
}

const contexts = { register: '注册', login: '登录', oauth: '第三方登录', order: '下单' } as const

const endReasons = [
  '退出登录',
  '在别处登录',
  '过期',
  '账号停用',
  '账号注销',
  '修改了密码或手机号',
  '从另一处退出',
] as const

/** Who somebody is, as far as the school knows. */
export const account = thingPart('账号资料.json', async (db, userId) => {
  const user = await db.selectFrom('users').selectAll('users').where('users.id', '=', userId).executeTakeFirstOrThrow()
  const profile = await db
    .selectFrom('userProfiles')
    .selectAll('userProfiles')
    .where('userProfiles.userId', '=', userId)
    .executeTakeFirst()
  const identities = await db
    .selectFrom('oauthIdentities')
    .selectAll('oauthIdentities')
    .where('oauthIdentities.userId', '=', userId)
    .orderBy('oauthIdentities.id')
    .execute()
  const source = await db
    .selectFrom('userAttributions')
    .selectAll('userAttributions')
    .where('userAttributions.userId', '=', userId)
    .executeTakeFirst()
  const answers = (profile?.answers ?? {}) as Record<string, unknown>
  return {
    编号: user.id,
    昵称: user.nickname,
    头像: user.headImg,
    国家或地区代码: user.nationCode,
    手机号: user.phone,
    手机号已验证: user.phoneIsReal,
    真实姓名: user.realName,
    性别: genders[user.gender ?? 0],
    QQ号: user.qqNum,
    职业: answers.occupation ?? null,
    学习目的: answers.purpose ?? null,
    基础: answers.base ?? null,
    每周学习时间: answers.learnTime ?? null,
    个人简介: answers.introduction ?? null,
    注册时间: moment(user.createdAt),
    密码设置时间: moment(user.passwordSetAt),
    第三方账号: identities.map((identity) => ({
      平台: methods[identity.provider],
      昵称: identity.nickname,
      头像: identity.headImg,
      标识: identity.openId,
      绑定时间: moment(identity.linkedAt),
    })),
    注册来源: source ? { 邀请人编号: source.inviteUserId, 介绍人编号: source.clueUserId, 来源: source.source } : null,
  }
})

/** Where to things are sent. */
export const addresses = listPart(
  '地址.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('userAddresses')
        .selectAll('userAddresses')
        .where('userAddresses.userId', '=', userId)
        .where('userAddresses.deletedAt', 'is', null)
        .where('userAddresses.id', '>', afterId)
        .orderBy('userAddresses.id')
        .limit(most)
        .execute(),
    (row) => ({
      收货人: row.consignee,
      国家或地区代码: row.nationCode,
      手机号: row.phone,
      省: row.province,
      市: row.city,
      区: row.district,
      详细地址: row.detail,
      默认地址: row.isDefault,
      保存时间: moment(row.updatedAt),
    }),
  ),
)

interface SessionRow {
  id: string
  createdAt: Date
  method: string | null
  verifiedAt: Date | null
  lastSeenAt: Date
  endedAt: Date | null
  endReason: number | null
  ip: string | null
  userAgent: string | null
  /** The moment as exactly as it is kept: the next rows begin behind it. */
  exactly: string
}

/** When and from where an account was entered. */
export const logins = listsPart('登录记录.json', {
  安全记录: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('securityEvents')
        .selectAll('securityEvents')
        .where('securityEvents.userId', '=', userId)
        .where('securityEvents.id', '>', afterId)
        .orderBy('securityEvents.id')
        .limit(most)
        .execute(),
    (change) => ({
      时间: moment(change.at),
      内容: securityEventText(change.kind, change.provider).trim(),
      IP地址: change.ip,
      浏览器: change.userAgent,
    }),
  ),
  登录: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('loginEvents')
        .selectAll('loginEvents')
        .where('loginEvents.userId', '=', userId)
        .where('loginEvents.id', '>', afterId)
        .orderBy('loginEvents.id')
        .limit(most)
        .execute(),
    (event) => ({
      时间: moment(event.at),
      方式: ownValue(methods, event.method) ?? event.method,
      结果: event.code === Code.Success ? '成功' : (codeMessages[event.code as Code] ?? '失败'),
      IP地址: event.ip,
    }),
  ),
  会话: listOf<SessionRow>(
    (db, userId, after, most) => {
      const own = db
        .selectFrom('sessions')
        .selectAll('sessions')
        .select(sql<string>`sessions.created_at::text`.as('exactly'))
        .where('sessions.userId', '=', userId)
      const next = after
        ? own.where(
            sql<boolean>`(sessions.created_at, sessions.id) > (${after.exactly}::timestamptz, ${after.id}::uuid)`,
          )
        : own
      return next.orderBy('sessions.createdAt').orderBy('sessions.id').limit(most).execute()
    },
    (session) => ({
      开始: moment(session.createdAt),
      方式: session.method === null ? null : (ownValue(methods, session.method) ?? session.method),
      验证身份: moment(session.verifiedAt),
      最近使用: moment(session.lastSeenAt),
      结束: moment(session.endedAt),
      结束原因: session.endReason === null ? null : endReasons[session.endReason - 1],
      IP地址: session.ip,
      浏览器: session.userAgent,
    }),
  ),
})

/** Which agreements were accepted. */
export const acceptances = listPart(
  '协议同意记录.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('agreementAcceptances')
        .innerJoin('agreements', 'agreements.id', 'agreementAcceptances.agreementId')
        .select([
          'agreementAcceptances.id',
          'agreements.title',
          'agreements.version',
          'agreementAcceptances.acceptedAt',
          'agreementAcceptances.ip',
          'agreementAcceptances.context',
        ])
        .where('agreementAcceptances.userId', '=', userId)
        .where('agreementAcceptances.id', '>', afterId)
        .orderBy('agreementAcceptances.id')
        .limit(most)
        .execute(),
    (row) => ({
      协议: row.title,
      版本: row.version,
      同意时间: moment(row.acceptedAt),
      场合: contexts[row.context],
      IP地址: row.ip,
    }),
  ),
)
