import { accountChoice } from '#client/pages/account/account-choice.page.ts'
import { bindPhone } from '#client/pages/account/bind-phone.page.ts'
import { changePhone } from '#client/pages/account/change-phone.page.ts'
import { completeProfile } from '#client/pages/account/complete-profile.page.ts'
import { login } from '#client/pages/account/login.page.ts'
import { myInfo } from '#client/pages/account/my-info.page.ts'
import { oauthBind } from '#client/pages/account/oauth-bind.page.ts'
import { oauthReturn } from '#client/pages/account/oauth-return.page.ts'
import { passwordChange } from '#client/pages/account/password-change.page.ts'
import { passwordForget } from '#client/pages/account/password-forget.page.ts'
import { register } from '#client/pages/account/register.page.ts'
import { registerOver } from '#client/pages/account/register-over.page.ts'
import { registerSuccess } from '#client/pages/account/register-success.page.ts'
import { security } from '#client/pages/account/security.page.ts'
import { agreement } from '#client/pages/agreement/agreement.page.ts'
import { articleDetail } from '#client/pages/article/article-detail.page.ts'
import { articleList } from '#client/pages/article/article-list.page.ts'
import { forumAllPage } from '#client/pages/forum/forum-all.page.ts'
import { forumHomePage } from '#client/pages/forum/forum-home.page.ts'
import { forumRecordPage } from '#client/pages/forum/forum-record.page.ts'
import { forumOwnPage } from '#client/pages/forum/forum-own.page.ts'
import { forumPlatePage } from '#client/pages/forum/forum-plate.page.ts'
import { forumPostPage } from '#client/pages/forum/forum-post.page.ts'
import { forumSecretPostPage } from '#client/pages/forum/forum-secret-post.page.ts'
import { forumUserPage } from '#client/pages/forum/forum-user.page.ts'
import { forumWritePage } from '#client/pages/forum/forum-write.page.ts'
import { classesDetail } from '#client/pages/classes/classes-detail.page.ts'
import { classesList } from '#client/pages/classes/classes-list.page.ts'
import { college } from '#client/pages/college/college.page.ts'
import { couponInvite } from '#client/pages/coupon/coupon-invite.page.ts'
import { coupons } from '#client/pages/coupon/coupons.page.ts'
import { courseList } from '#client/pages/course/course-list.page.ts'
import { courseLive } from '#client/pages/course/course-live.page.ts'
import { courseVideo } from '#client/pages/course/course-video.page.ts'
import type { Page } from '#client/pages/define-page.ts'
import { entrance } from '#client/pages/entrance/entrance.page.ts'
import { examList } from '#client/pages/exam/exam-list.page.ts'
import { examPaper } from '#client/pages/exam/exam-paper.page.ts'
import { homeworkDetail } from '#client/pages/homework/homework-detail.page.ts'
import { homeworkList } from '#client/pages/homework/homework-list.page.ts'
import { home } from '#client/pages/home/home.page.ts'
import { liveList } from '#client/pages/live/live-list.page.ts'
import { deposits } from '#client/pages/order/deposits.page.ts'
import { messages } from '#client/pages/message/messages.page.ts'
import { myOrders } from '#client/pages/order/my-orders.page.ts'
import { orderDeposit } from '#client/pages/order/order-deposit.page.ts'
import { orderPay } from '#client/pages/order/order-pay.page.ts'
import { orderReceipt } from '#client/pages/order/order-receipt.page.ts'
import { orderResult } from '#client/pages/order/order-result.page.ts'
import { answerRoom } from '#client/pages/play/answer-room.page.ts'
import { livePlay } from '#client/pages/play/live-play.page.ts'
import { mindPlay } from '#client/pages/play/mind-play.page.ts'
import { previewLive } from '#client/pages/play/preview-live.page.ts'
import { previewMind } from '#client/pages/play/preview-mind.page.ts'
import { videoPlay } from '#client/pages/play/video-play.page.ts'
import { search } from '#client/pages/search/search.page.ts'
import { learningPath } from '#client/pages/study/learning-path.page.ts'
import { myCourses } from '#client/pages/study/my-courses.page.ts'
import { timetable } from '#client/pages/study/timetable.page.ts'
import { complaint } from '#client/pages/ticket/complaint.page.ts'
import { feedback } from '#client/pages/ticket/feedback.page.ts'
import { myTickets } from '#client/pages/ticket/my-tickets.page.ts'
import { ticketDetail } from '#client/pages/ticket/ticket-detail.page.ts'
import { workDetail } from '#client/pages/work/work-detail.page.ts'
import { workList } from '#client/pages/work/work-list.page.ts'

/** Every page in order of precedence: the first whose path fits an address answers it. */
export const pages: readonly Page[] = [
  home,
  liveList,
  livePlay,
  courseLive,
  videoPlay,
  courseVideo,
  courseList,
  classesDetail,
  classesList,
  college,
  articleDetail,
  articleList,
  workDetail,
  workList,
  forumHomePage,
  forumAllPage,
  forumPlatePage,
  forumSecretPostPage,
  forumPostPage,
  forumOwnPage,
  forumRecordPage,
  forumUserPage,
  forumWritePage,
  search,
  agreement,
  register,
  registerOver,
  registerSuccess,
  login,
  accountChoice,
  oauthReturn,
  oauthBind,
  myInfo,
  completeProfile,
  security,
  bindPhone,
  changePhone,
  passwordForget,
  passwordChange,
  orderDeposit,
  orderPay,
  orderResult,
  deposits,
  myOrders,
  messages,
  timetable,
  myCourses,
  learningPath,
  examList,
  examPaper,
  homeworkList,
  complaint,
  feedback,
  ticketDetail,
  myTickets,
  homeworkDetail,
  orderReceipt,
  entrance,
  coupons,
  couponInvite,
  mindPlay,
  previewLive,
  previewMind,
  answerRoom,
]
