import { careJob } from '#server/backend/account/closing/care-job.ts'
import { pushChangesJob } from '#server/backend/catalogue/push/push-job.ts'
import { classChangeJob } from '#server/backend/classroom/room/class-change-job.ts'
import { classReminderJob } from '#server/backend/classroom/room/class-reminder-job.ts'
import { homeworkReminderJob } from '#server/backend/classroom/room/homework-reminder-job.ts'
import { roomClockJob } from '#server/backend/classroom/room/room-clock-job.ts'
import { oldWatchesJob } from '#server/backend/classroom/watch/old-watches-job.ts'
import { eraseDeletedJob } from '#server/backend/community/erase-job.ts'
import { forumClockJob } from '#server/backend/community/process/forum-clock-job.ts'
import { examClockJob } from '#server/backend/exam/exam-clock-job.ts'
import { vacuumJob } from '#server/backend/jobs/vacuum-job.ts'
import { deliverMessagesJob } from '#server/backend/message/deliver-messages-job.ts'
import { expireOrdersJob } from '#server/backend/order/checkout/expire-job.ts'
import { ownedProductsJob } from '#server/backend/order/checkout/owned-job.ts'
import { expireCouponsJob } from '#server/backend/order/coupon/coupons-expire-job.ts'
import { depositsDueJob } from '#server/backend/order/deposit/deposits-due-job.ts'
import { endEnrolmentsJob } from '#server/backend/order/enrolment/enrolments-over-job.ts'
import { askPaymentsJob } from '#server/backend/order/payment/ask-job.ts'
import { reconcileJob } from '#server/backend/order/payment/reconcile-job.ts'
import { pushRefundsJob } from '#server/backend/order/refund/refund-push.ts'
import { hoursLineJob } from '#server/backend/support/hours-line-job.ts'
import { ticketClockJob } from '#server/backend/support/ticket/ticket-jobs.ts'
import { conversationClockJob } from '#server/backend/support/chat/conversation-clock-job.ts'
import { purgeUploadsJob } from '#server/backend/upload/purge-job.ts'
import type { Job } from './context/jobs.ts'
import { sweepJob } from './sweep-job.ts'

/** Every background job of the backend. */
export const allJobs: readonly Job[] = [
  expireOrdersJob,
  ownedProductsJob,
  askPaymentsJob,
  pushRefundsJob,
  depositsDueJob,
  expireCouponsJob,
  endEnrolmentsJob,
  reconcileJob,
  roomClockJob,
  examClockJob,
  forumClockJob,
  classChangeJob,
  eraseDeletedJob,
  classReminderJob,
  homeworkReminderJob,
  oldWatchesJob,
  deliverMessagesJob,
  ticketClockJob,
  hoursLineJob,
  conversationClockJob,
  careJob,
  sweepJob,
  purgeUploadsJob,
  pushChangesJob,
  vacuumJob,
]
