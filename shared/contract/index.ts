import { activityApi } from '#shared/contract/activity.ts'
import { answerQueueApi } from '#shared/contract/answer-queue.ts'
import { informationApi } from '#shared/contract/article.ts'
import { authApi } from '#shared/contract/auth.ts'
import { calendarApi } from '#shared/contract/calendar.ts'
import { classEndApi } from '#shared/contract/class-end.ts'
import { classReminderApi } from '#shared/contract/class-reminder.ts'
import { classesApi } from '#shared/contract/classes.ts'
import { collegeApi } from '#shared/contract/college.ts'
import { commonApi } from '#shared/contract/common.ts'
import { complaintApi } from '#shared/contract/complaint.ts'
import { couponApi } from '#shared/contract/coupon.ts'
import { courseApi } from '#shared/contract/course.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { entranceApi } from '#shared/contract/entrance.ts'
import { examApi } from '#shared/contract/exam.ts'
import { feedbackApi } from '#shared/contract/feedback.ts'
import { forumReportApi } from '#shared/contract/forum-report.ts'
import { homeApi } from '#shared/contract/home.ts'
import { homeworkApi } from '#shared/contract/homework.ts'
import { imApi } from '#shared/contract/im.ts'
import { learningPathApi } from '#shared/contract/learning-path.ts'
import { liveApi } from '#shared/contract/live.ts'
import { messageApi } from '#shared/contract/message.ts'
import { mistakeApi } from '#shared/contract/mistake.ts'
import { myCourseApi } from '#shared/contract/my-course.ts'
import { noteApi } from '#shared/contract/note.ts'
import { noticeApi } from '#shared/contract/notice.ts'
import { oauthApi } from '#shared/contract/oauth.ts'
import { orderApi } from '#shared/contract/order.ts'
import { payApi } from '#shared/contract/pay.ts'
import { playApi } from '#shared/contract/play.ts'
import { postApi } from '#shared/contract/post.ts'
import { postWritingApi } from '#shared/contract/post-writing.ts'
import { replayApi } from '#shared/contract/replay.ts'
import { roomEntryApi } from '#shared/contract/room-entry.ts'
import { searchApi } from '#shared/contract/search.ts'
import { sitemapApi } from '#shared/contract/sitemap.ts'
import { staffExamApi } from '#shared/contract/staff-exam.ts'
import { staffForumApi } from '#shared/contract/staff-forum.ts'
import { staffMessageApi } from '#shared/contract/staff-message.ts'
import { staffOrderApi } from '#shared/contract/staff-order.ts'
import { staffPaymentApi } from '#shared/contract/staff-payment.ts'
import { staffRoomApi } from '#shared/contract/staff-room.ts'
import { staffScheduleApi } from '#shared/contract/staff-schedule.ts'
import { staffSearchApi } from '#shared/contract/staff-search.ts'
import { staffTicketApi } from '#shared/contract/staff-ticket.ts'
import { staffSupportApi } from '#shared/contract/staff-support.ts'
import { supportApi } from '#shared/contract/support.ts'
import { teachExamApi } from '#shared/contract/teach-exam.ts'
import { teachHomeworkApi } from '#shared/contract/teach-homework.ts'
import { ticketApi } from '#shared/contract/ticket.ts'
import { trackingApi } from '#shared/contract/tracking.ts'
import { uploadApi } from '#shared/contract/upload.ts'
import { userApi } from '#shared/contract/user.ts'
import { workApi } from '#shared/contract/work.ts'

/** The whole contract by noun. Only servers and tests import this value; the client imports its type. */
export const contract = {
  activity: activityApi,
  answerQueue: answerQueueApi,
  auth: authApi,
  calendar: calendarApi,
  classes: classesApi,
  college: collegeApi,
  common: commonApi,
  complaint: complaintApi,
  coupon: couponApi,
  course: courseApi,
  entrance: entranceApi,
  exam: examApi,
  feedback: feedbackApi,
  forumReport: forumReportApi,
  home: homeApi,
  homework: homeworkApi,
  im: imApi,
  information: informationApi,
  learningPath: learningPathApi,
  live: liveApi,
  message: messageApi,
  mistake: mistakeApi,
  myCourse: myCourseApi,
  note: noteApi,
  notice: noticeApi,
  oauth: oauthApi,
  order: orderApi,
  pay: payApi,
  play: playApi,
  post: postApi,
  postWriting: postWritingApi,
  classEnd: classEndApi,
  classReminder: classReminderApi,
  replay: replayApi,
  roomEntry: roomEntryApi,
  search: searchApi,
  sitemap: sitemapApi,
  staffExam: staffExamApi,
  staffForum: staffForumApi,
  staffMessage: staffMessageApi,
  staffOrder: staffOrderApi,
  staffPayment: staffPaymentApi,
  staffRoom: staffRoomApi,
  staffSchedule: staffScheduleApi,
  staffSearch: staffSearchApi,
  staffTicket: staffTicketApi,
  staffSupport: staffSupportApi,
  support: supportApi,
  teachExam: teachExamApi,
  teachHomework: teachHomeworkApi,
  ticket: ticketApi,
  tracking: trackingApi,
  upload: uploadApi,
  user: userApi,
  work: workApi,
}

export type Contract = typeof contract

/** Every endpoint in a flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap(
  (noun) => Object.values(noun) as Endpoint[],
)
