import { contract } from '#shared/contract/index.ts'
import { activityHandlers } from './activity/activity-handlers.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import { type Binding, bind } from './binding.ts'
import { classesHandlers } from './classes/classes-handlers.ts'
import { collegeHandlers } from './college/college-handlers.ts'
import { commonHandlers } from './common/common-handlers.ts'
import { couponHandlers } from './coupon/coupon-handlers.ts'
import { courseHandlers } from './course/course-handlers.ts'
import { entranceHandlers } from './entrance/entrance-handlers.ts'
import { homeHandlers } from './home/home-handlers.ts'
import { imHandlers } from './im/im-handlers.ts'
import { informationHandlers } from './information/information-handlers.ts'
import { answerQueueHandlers } from './live/answer-queue.ts'
import { liveHandlers } from './live/live-handlers.ts'
import { roomEntryHandlers } from './live/room-entry.ts'
import { myCourseHandlers } from './my-course/my-course-handlers.ts'
import { noticeHandlers } from './notice/notice-handlers.ts'
import { oauthHandlers } from './oauth/oauth-handlers.ts'
import { orderHandlers } from './order/order-handlers.ts'
import { paymentHandlers } from './pay/payment-handlers.ts'
import { playHandlers } from './play/play-handlers.ts'
import { postHandlers } from './post/post-handlers.ts'
import { classEndHandlers } from './live/class-end.ts'
import { replayHandlers } from './replay/replay-handlers.ts'
import { searchHandlers } from './search/search-handlers.ts'
import { sitemapHandlers } from './sitemap/sitemap-handlers.ts'
import { staffOrderHandlers } from './staff/staff-order-handlers.ts'
import { staffPaymentHandlers } from './staff/staff-payment-handlers.ts'
import { staffRoomHandlers } from './staff/staff-room-handlers.ts'
import { staffScheduleHandlers } from './staff/staff-schedule-handlers.ts'
import { trackingHandlers } from './tracking/tracking-handlers.ts'
import { uploadHandlers } from './upload/upload-handlers.ts'
import { userHandlers } from './user/user-handlers.ts'
import { workHandlers } from './work/work-handlers.ts'

/** Every endpoint of the contract with its handler. */
export function allBindings(): Binding[] {
  return [
    ...bind(contract.activity, activityHandlers),
    ...bind(contract.auth, authHandlers),
    ...bind(contract.classes, classesHandlers),
    ...bind(contract.college, collegeHandlers),
    ...bind(contract.common, commonHandlers),
    ...bind(contract.coupon, couponHandlers),
    ...bind(contract.course, courseHandlers),
    ...bind(contract.entrance, entranceHandlers),
    ...bind(contract.home, homeHandlers),
    ...bind(contract.im, imHandlers),
    ...bind(contract.information, informationHandlers),
    ...bind(contract.live, liveHandlers),
    ...bind(contract.answerQueue, answerQueueHandlers),
    ...bind(contract.myCourse, myCourseHandlers),
    ...bind(contract.notice, noticeHandlers),
    ...bind(contract.oauth, oauthHandlers),
    ...bind(contract.order, orderHandlers),
    ...bind(contract.pay, paymentHandlers),
    ...bind(contract.play, playHandlers),
    ...bind(contract.post, postHandlers),
    ...bind(contract.classEnd, classEndHandlers),
    ...bind(contract.replay, replayHandlers),
    ...bind(contract.roomEntry, roomEntryHandlers),
    ...bind(contract.search, searchHandlers),
    ...bind(contract.sitemap, sitemapHandlers),
    ...bind(contract.staffOrder, staffOrderHandlers),
    ...bind(contract.staffPayment, staffPaymentHandlers),
    ...bind(contract.staffRoom, staffRoomHandlers),
    ...bind(contract.staffSchedule, staffScheduleHandlers),
    ...bind(contract.tracking, trackingHandlers),
    ...bind(contract.upload, uploadHandlers),
    ...bind(contract.user, userHandlers),
    ...bind(contract.work, workHandlers),
  ]
}
