import { contract } from '#shared/contract/index.ts'
import { oauthHandlers } from './account/oauth/oauth-handlers.ts'
import { userHandlers } from './account/profile/user-handlers.ts'
import { authHandlers } from './account/sign-in/auth-handlers.ts'
import { classesHandlers } from './catalogue/classes/classes-handlers.ts'
import { collegeHandlers } from './catalogue/colleges/college-handlers.ts'
import { courseHandlers } from './catalogue/course/course-handlers.ts'
import { homeHandlers } from './catalogue/home/home-handlers.ts'
import { searchHandlers } from './catalogue/search/search-handlers.ts'
import { staffSearchHandlers } from './catalogue/search/staff-search-handlers.ts'

import { sitemapHandlers } from './catalogue/sitemap/sitemap-handlers.ts'
import { imHandlers } from './classroom/chat/im-handlers.ts'
import { replayHandlers } from './classroom/recording/replay-handlers.ts'
import { classEndHandlers } from './classroom/room/class-end.ts'
import { classReminderHandlers } from './classroom/room/class-reminder.ts'
import { liveHandlers } from './classroom/room/live-handlers.ts'
import { roomEntryHandlers } from './classroom/room/room-entry.ts'
import { staffRoomHandlers } from './classroom/staff/staff-room-handlers.ts'
import { staffScheduleHandlers } from './classroom/staff/staff-schedule-handlers.ts'
import { createActivityHandlers } from './classroom/tools/activity-handlers.ts'
import { answerQueueHandlers } from './classroom/tools/answer-queue.ts'
import { playHandlers } from './classroom/watch/play-handlers.ts'
import { commonHandlers } from './common/common-handlers.ts'
import { postHandlers } from './community/post-handlers.ts'
import { forumReportHandlers } from './community/process/forum-report-handlers.ts'
import { staffForumHandlers } from './community/process/staff-forum-handlers.ts'
import { postWritingHandlers } from './community/post-writing-handlers.ts'
import { informationHandlers } from './content/article/article-handlers.ts'
import { noticeHandlers } from './content/notice/notice-handlers.ts'
import { workHandlers } from './content/work/work-handlers.ts'
import { examHandlers } from './exam/exam-handlers.ts'
import { staffExamHandlers } from './exam/staff-exam-handlers.ts'
import { teachExamHandlers } from './exam/teach-exam-handlers.ts'
import { homeworkHandlers } from './homework/homework-handlers.ts'
import { teachHomeworkHandlers } from './homework/teach-homework-handlers.ts'
import { type Binding, bind } from './http/binding.ts'
import { messageHandlers } from './message/message-handlers.ts'
import { staffMessageHandlers } from './message/staff-message-handlers.ts'
import { mistakeHandlers } from './mistake/mistake-handlers.ts'
import { orderHandlers } from './order/checkout/order-handlers.ts'
import { couponHandlers } from './order/coupon/coupon-handlers.ts'
import { giveCoupon } from './order/coupon/give-coupon.ts'
import { entranceHandlers } from './order/entrance/entrance-handlers.ts'
import { paymentHandlers } from './order/payment/payment-handlers.ts'
import { staffOrderHandlers } from './order/staff/staff-order-handlers.ts'
import { staffPaymentHandlers } from './order/staff/staff-payment-handlers.ts'
import { calendarHandlers } from './study/calendar/calendar-handlers.ts'
import { learningPathHandlers } from './study/learning-path-handlers.ts'
import { myCourseHandlers } from './study/my-course-handlers.ts'
import { noteHandlers } from './study/note/note-handlers.ts'
import { staffSupportHandlers } from './support/chat/staff-support-handlers.ts'
import { supportHandlers } from './support/chat/support-handlers.ts'
import { trackingHandlers } from './tracking/tracking-handlers.ts'
import { complaintHandlers } from './support/ticket/complaint-handlers.ts'
import { feedbackHandlers } from './support/ticket/feedback-handlers.ts'
import { staffTicketHandlers } from './support/ticket/staff-ticket-handlers.ts'
import { ticketHandlers } from './support/ticket/ticket-handlers.ts'
import { uploadHandlers } from './upload/upload-handlers.ts'

/** Every endpoint of the contract with its handler. */
export function allBindings(): Binding[] {
  return [
    ...bind(contract.activity, createActivityHandlers(giveCoupon)),
    ...bind(contract.auth, authHandlers),
    ...bind(contract.calendar, calendarHandlers),
    ...bind(contract.classes, classesHandlers),
    ...bind(contract.college, collegeHandlers),
    ...bind(contract.common, commonHandlers),
    ...bind(contract.complaint, complaintHandlers),
    ...bind(contract.coupon, couponHandlers),
    ...bind(contract.course, courseHandlers),
    ...bind(contract.entrance, entranceHandlers),
    ...bind(contract.exam, examHandlers),
    ...bind(contract.feedback, feedbackHandlers),
    ...bind(contract.forumReport, forumReportHandlers),
    ...bind(contract.home, homeHandlers),
    ...bind(contract.homework, homeworkHandlers),
    ...bind(contract.im, imHandlers),
    ...bind(contract.information, informationHandlers),
    ...bind(contract.learningPath, learningPathHandlers),
    ...bind(contract.live, liveHandlers),
    ...bind(contract.answerQueue, answerQueueHandlers),
    ...bind(contract.message, messageHandlers),
    ...bind(contract.mistake, mistakeHandlers),
    ...bind(contract.myCourse, myCourseHandlers),
    ...bind(contract.note, noteHandlers),
    ...bind(contract.notice, noticeHandlers),
    ...bind(contract.oauth, oauthHandlers),
    ...bind(contract.order, orderHandlers),
    ...bind(contract.pay, paymentHandlers),
    ...bind(contract.play, playHandlers),
    ...bind(contract.post, postHandlers),
    ...bind(contract.postWriting, postWritingHandlers),
    ...bind(contract.classEnd, classEndHandlers),
    ...bind(contract.classReminder, classReminderHandlers),
    ...bind(contract.replay, replayHandlers),
    ...bind(contract.roomEntry, roomEntryHandlers),
    ...bind(contract.search, searchHandlers),
    ...bind(contract.sitemap, sitemapHandlers),
    ...bind(contract.staffExam, staffExamHandlers),
    ...bind(contract.staffForum, staffForumHandlers),
    ...bind(contract.staffMessage, staffMessageHandlers),
    ...bind(contract.staffOrder, staffOrderHandlers),
    ...bind(contract.staffPayment, staffPaymentHandlers),
    ...bind(contract.staffRoom, staffRoomHandlers),
    ...bind(contract.staffSchedule, staffScheduleHandlers),
    ...bind(contract.staffSearch, staffSearchHandlers),
    ...bind(contract.staffTicket, staffTicketHandlers),
    ...bind(contract.staffSupport, staffSupportHandlers),
    ...bind(contract.support, supportHandlers),
    ...bind(contract.teachExam, teachExamHandlers),
    ...bind(contract.teachHomework, teachHomeworkHandlers),
    ...bind(contract.ticket, ticketHandlers),
    ...bind(contract.tracking, trackingHandlers),
    ...bind(contract.upload, uploadHandlers),
    ...bind(contract.user, userHandlers),
    ...bind(contract.work, workHandlers),
  ]
}
