import { accountHash } from '#server/backend/account/sign-in/account-store.ts'
import { endSessions } from '#server/backend/account/sign-in/session-store.ts'
import type { KeyedHash } from '#server/backend/base/secret.ts'
import type { Database } from '#server/backend/db/database.ts'
import { AccountStatus, EndReason, ExportState, UploadState } from '#shared/contract/enums.ts'
import { eraseForum } from './erase-forum-store.ts'
import { eraseTickets } from './erase-tickets-store.ts'
import { eraseConversation } from './erase-conversation-store.ts'

/** An account that ends. */
export interface EndingAccount {
  readonly userId: number
  readonly nationCode: number
  /** Null when it never had one. */
  readonly phone: string | null
  readonly now: Date
}

/** Takes what one subject keeps of a learner out of the database; runs in the transaction in which the account ends. */
export type Eraser = (trx: Database, account: EndingAccount, hash: KeyedHash) => Promise<void>

/** Nothing of the person is left, but the key, for rows of others that name it. */
const eraseAccount: Eraser = async (trx, { userId, nationCode, phone, now }, hash) => {
  await trx.deleteFrom('userProfiles').where('userProfiles.userId', '=', userId).execute()
  await trx
    .updateTable('users')
    .set({
      accountStatus: AccountStatus.deregistered,
      formerPhoneHash: phone === null ? null : accountHash(hash, nationCode, phone),
      phone: null,
      phoneIsReal: false,
      passwordHash: null,
      passwordSetAt: null,
      nickname: '已注销用户',
      headImg: null,
      realName: null,
      gender: null,
      qqNum: null,
      updatedAt: now,
    })
    .where('users.id', '=', userId)
    .execute()
}

const eraseAddresses: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('userAddresses').where('userAddresses.userId', '=', userId).execute()
}

const eraseIdentities: Eraser = async (trx, { userId }) => {
  const identities = await trx
    .deleteFrom('oauthIdentities')
    .where('oauthIdentities.userId', '=', userId)
    .returning(['oauthIdentities.provider', 'oauthIdentities.openId'])
    .execute()
  for (const { provider, openId } of identities) {
    await trx
      .deleteFrom('oauthBindTickets')
      .where('oauthBindTickets.provider', '=', provider)
      .where('oauthBindTickets.openId', '=', openId)
      .execute()
  }
  await trx.deleteFrom('oauthStates').where('oauthStates.userId', '=', userId).execute()
}

/** Sessions stay as hashes, so that a browser that still has one is told that the account has ended. */
const eraseSessions: Eraser = async (trx, { userId, now }) => {
  await endSessions(trx, userId, { reason: EndReason.deregistered, now })
  await trx
    .updateTable('sessions')
    .set({ ip: null, userAgent: null, fingerprint: null })
    .where('sessions.userId', '=', userId)
    .execute()
  await trx.deleteFrom('knownBrowsers').where('knownBrowsers.userId', '=', userId).execute()
  await trx.deleteFrom('linkTokens').where('linkTokens.userId', '=', userId).execute()
  await trx.deleteFrom('flowTickets').where('flowTickets.userId', '=', userId).execute()
  await trx.deleteFrom('securityEvents').where('securityEvents.userId', '=', userId).execute()
}

/** Tries at the number that didn't get in are known by its hash alone. */
const eraseLogins: Eraser = async (trx, { userId, nationCode, phone }, hash) => {
  const gone = { ip: null, fingerprint: null, accountHash: null }
  await trx.updateTable('loginEvents').set(gone).where('loginEvents.userId', '=', userId).execute()
  if (phone !== null)
    await trx
      .updateTable('loginEvents')
      .set(gone)
      .where('loginEvents.accountHash', '=', accountHash(hash, nationCode, phone))
      .execute()
}

const eraseCodes: Eraser = async (trx, { userId, nationCode, phone }) => {
  const others = await trx
    .deleteFrom('smsCodes')
    .where('smsCodes.userId', '=', userId)
    .returning(['smsCodes.nationCode', 'smsCodes.phone'])
    .execute()
  const numbers = phone === null ? others : [...others, { nationCode, phone }]
  for (const number of numbers) {
    for (const table of ['smsCodes', 'smsNumbers', 'smsOutbox'] as const) {
      await trx
        .deleteFrom(table)
        .where('nationCode', '=', number.nationCode)
        .where('phone', '=', number.phone)
        .execute()
    }
  }
}

/** What was agreed to must be proved for longer; from where isn't needed for that. */
const eraseAcceptances: Eraser = async (trx, { userId }) => {
  await trx
    .updateTable('agreementAcceptances')
    .set({ ip: null })
    .where('agreementAcceptances.userId', '=', userId)
    .execute()
  await trx
    .updateTable('userAttributions')
    .set({ source: null })
    .where('userAttributions.userId', '=', userId)
    .execute()
  await trx
    .updateTable('deregistrations')
    .set({ reason: null, ip: null })
    .where('deregistrations.userId', '=', userId)
    .execute()
}

/** What was bought and paid must be kept; where it was sent, and from where it was agreed to, mustn't. */
const eraseOrders: Eraser = async (trx, { userId }) => {
  await trx
    .updateTable('orders')
    .set({ address: null })
    .where('orders.userId', '=', userId)
    .where('orders.address', 'is not', null)
    .execute()
  const own = trx.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId)
  await trx.updateTable('orderAgreements').set({ ip: null }).where('orderAgreements.orderId', 'in', own).execute()
  await trx
    .updateTable('refundRequests')
    .set({ reason: '已清除' })
    .where('refundRequests.userId', '=', userId)
    .execute()
}

/** Messages to them alone tell of what they bought, or are what staff wrote to them; those to many stay without them. */
const eraseMessages: Eraser = async (trx, { userId }) => {
  const gone = await trx
    .deleteFrom('userMessages')
    .where('userMessages.userId', '=', userId)
    .returning('userMessages.messageId')
    .execute()
  const ids = gone.map((row) => row.messageId)
  if (ids.length === 0) return
  await trx
    .deleteFrom('notifyMessages')
    .where('notifyMessages.id', 'in', ids)
    .where((eb) => eb.or([eb('notifyMessages.topic', 'is not', null), eb('notifyMessages.audience', '=', 'user')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('userMessages')
            .select('userMessages.id')
            .whereRef('userMessages.messageId', '=', 'notifyMessages.id'),
        ),
      ),
    )
    .execute()
}

/** The files themselves are removed afterwards: the storage is another machine. */
const eraseUploads: Eraser = async (trx, { userId }) => {
  await trx
    .updateTable('uploads')
    .set({ state: UploadState.purged, name: '' })
    .where('uploads.userId', '=', userId)
    .execute()
  await trx
    .updateTable('dataExports')
    .set({ state: ExportState.gone, sizeBytes: null })
    .where('dataExports.userId', '=', userId)
    .execute()
}

/** What was looked at and searched for stays as numbers of nobody. */
const eraseTraces: Eraser = async (trx, { userId }) => {
  const nobody = { userId: null, fingerprint: null }
  await trx
    .updateTable('searchLogs')
    .set({ ...nobody, searcher: null })
    .where('searchLogs.userId', '=', userId)
    .execute()
  await trx.updateTable('flowEvents').set(nobody).where('flowEvents.userId', '=', userId).execute()
  await trx
    .updateTable('clientErrorLogs')
    .set({ ...nobody, userAgent: null })
    .where('clientErrorLogs.userId', '=', userId)
    .execute()
  await trx.deleteFrom('platformNoticeLogs').where('platformNoticeLogs.userId', '=', userId).execute()
}

/** What was decided about texts stays with them; what somebody said when they reported or asked again goes, and nobody is left to be answered. */
const eraseDueProcess: Eraser = async (trx, { userId }) => {
  const gone = { words: '', pictures: '[]' }
  await trx.updateTable('forumReports').set(gone).where('forumReports.reporterId', '=', userId).execute()
  await trx
    .deleteFrom('forumAppeals')
    .where('forumAppeals.userId', '=', userId)
    .where('forumAppeals.decidedAt', 'is', null)
    .execute()
  await trx.updateTable('forumAppeals').set(gone).where('forumAppeals.userId', '=', userId).execute()
  await trx.updateTable('forumDecisions').set({ note: '' }).where('forumDecisions.authorId', '=', userId).execute()
  await trx.deleteFrom('forumPlateModerators').where('forumPlateModerators.userId', '=', userId).execute()
}

/** What was watched, when and how far, and said of it; players go with their lease, marks stay as marks of nobody. */
const eraseLearning: Eraser = async (trx, { userId }) => {
  await trx.updateTable('liveEvaluations').set({ content: '' }).where('liveEvaluations.userId', '=', userId).execute()
  await trx.deleteFrom('playWatches').where('playWatches.userId', '=', userId).execute()
  await trx.deleteFrom('learnProgress').where('learnProgress.userId', '=', userId).execute()
  await trx.deleteFrom('learnDays').where('learnDays.userId', '=', userId).execute()
}

/** Notes are for nobody else. */
const eraseNotes: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('lessonNotes').where('lessonNotes.userId', '=', userId).execute()
  await trx.deleteFrom('noteCourses').where('noteCourses.userId', '=', userId).execute()
}

/** Work of a learner goes with them, rounds and marks too; the files are removed with all others. */
const eraseHomework: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('homeworkRemarks').where('homeworkRemarks.userId', '=', userId).execute()
  await trx.deleteFrom('homeworkDrafts').where('homeworkDrafts.userId', '=', userId).execute()
  await trx.deleteFrom('homeworks').where('homeworks.userId', '=', userId).execute()
}

/** What was answered wrong and repeated. */
const eraseMistakes: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('mistakes').where('mistakes.userId', '=', userId).execute()
  await trx.deleteFrom('mistakeCounts').where('mistakeCounts.userId', '=', userId).execute()
}

/** Attempts go with their answers and marks. */
const eraseExams: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('examAttempts').where('examAttempts.userId', '=', userId).execute()
  await trx.deleteFrom('examExtensions').where('examExtensions.userId', '=', userId).execute()
}

/** The address opens nothing any more. */
const eraseCalendar: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('calendarFeeds').where('calendarFeeds.userId', '=', userId).execute()
  await trx.deleteFrom('calendarEvents').where('calendarEvents.userId', '=', userId).execute()
}

/** Places in queues name whom they answered; a class doesn't list who is gone. */
const eraseClassrooms: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('answerQueue').where('answerQueue.userId', '=', userId).execute()
  await trx.deleteFrom('classReminders').where('classReminders.userId', '=', userId).execute()
  await trx.deleteFrom('scheduleStaff').where('scheduleStaff.userId', '=', userId).execute()
}

/** In this order: whoever keeps something of a learner adds an eraser for it. */
export const erasers: readonly Eraser[] = [
  eraseAddresses,
  eraseIdentities,
  eraseSessions,
  eraseLogins,
  eraseCodes,
  eraseAcceptances,
  eraseOrders,
  eraseMessages,
  eraseConversation,
  eraseUploads,
  eraseTraces,
  eraseForum,
  eraseDueProcess,
  eraseLearning,
  eraseNotes,
  eraseHomework,
  eraseExams,
  eraseMistakes,
  eraseCalendar,
  eraseClassrooms,
  eraseTickets,
  eraseAccount,
]
