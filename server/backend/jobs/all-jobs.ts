import { expireCouponsJob } from '#server/backend/coupon/coupons-expire-job.ts'
import { vacuumJob } from '#server/backend/db/vacuum-job.ts'
import { endEnrolmentsJob } from '#server/backend/enrolment/enrolments-over-job.ts'
import { classReminderJob } from '#server/backend/live/class-reminder-job.ts'
import { roomClockJob } from '#server/backend/live/room-clock-job.ts'
import { depositsDueJob } from '#server/backend/order/deposits-due-job.ts'
import { expireOrdersJob } from '#server/backend/order/expire-job.ts'
import { ownedProductsJob } from '#server/backend/order/owned-job.ts'
import { reconcileJob } from '#server/backend/order/reconcile-job.ts'
import { pushRefundsJob } from '#server/backend/order/refund-push.ts'
import { askPaymentsJob } from '#server/backend/pay/ask-job.ts'
import { oldWatchesJob } from '#server/backend/play/old-watches-job.ts'
import type { Job } from './jobs.ts'

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
  classReminderJob,
  oldWatchesJob,
  vacuumJob,
]
