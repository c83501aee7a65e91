import type { Migration } from 'kysely/migration'
import { up as accounts } from './001-accounts.ts'
import { up as site } from './002-site.ts'
import { up as colleges } from './003-colleges.ts'
import { up as catalogue } from './004-catalogue.ts'
import { up as articlesWorks } from './005-articles-works.ts'
import { up as tracking } from './006-tracking.ts'
import { up as searchText } from './007-search-text.ts'
import { up as deletedPeriods } from './008-deleted-periods.ts'
import { up as listOrders } from './009-list-orders.ts'
import { up as signIn } from './010-sign-in.ts'
import { up as accountCare } from './011-account-care.ts'
import { up as forum } from './012-forum.ts'
import { up as search } from './013-search.ts'
import { up as orders } from './014-orders.ts'
import { up as searchPushes } from './015-search-pushes.ts'
import { up as searchSpeed } from './016-search-speed.ts'
import { up as classroom } from './017-classroom.ts'
import { up as readIndexes } from './018-read-indexes.ts'
import { up as staffRights } from './019-staff-rights.ts'
import { up as knownBrowsers } from './020-known-browsers.ts'
import { up as accountSecurity } from './021-account-security.ts'
import { up as captchaSound } from './022-captcha-sound.ts'
import { up as oneOpenOrder } from './023-one-open-order.ts'
import { up as searchSynonyms } from './025-search-synonyms.ts'
import { up as shippedAgreements } from './026-shipped-agreements.ts'
import { up as paymentReviews } from './028-payment-reviews.ts'
import { up as searchBounds } from './029-search-bounds.ts'
import { up as scheduleStaff } from './031-schedule-staff.ts'
import { up as answerQueue } from './032-answer-queue.ts'
import { up as finishedLessons } from './034-finished-lessons.ts'
import { up as drawValues } from './035-draw-values.ts'
import { up as ownWords } from './036-own-words.ts'
import { up as ownTime } from './037-own-time.ts'
import { up as searchCounts } from './038-search-counts.ts'
import { up as streamFigures } from './039-stream-figures.ts'
import { up as messageKinds } from './040-message-kinds.ts'
import { up as classReminders } from './043-class-reminders.ts'
import { up as classMoves } from './044-class-moves.ts'
import { up as timetableSpeed } from './045-timetable-speed.ts'
import { up as forumErasing } from './046-forum-erasing.ts'
import { up as lessonNotes } from './048-lesson-notes.ts'
import { up as calendars } from './049-calendars.ts'
import { up as searchKinds } from './053-search-kinds.ts'
import { up as uploadCopies } from './058-upload-copies.ts'
import { up as answerPlayers } from './062-answer-players.ts'
import { up as homework } from './070-homework.ts'
import { up as exams } from './071-exams.ts'
import { up as mistakeCounts } from './072-mistake-counts.ts'
import { up as homeworkMarks } from './073-homework-marks.ts'
import { up as searchVersions } from './075-search-versions.ts'
import { up as homeworkWorks } from './077-homework-works.ts'
import { up as forumWriting } from './076-forum-writing.ts'
import { up as forumDueProcess } from './077-forum-due-process.ts'
import { up as serviceHours } from './078-service-hours.ts'
import { up as conversations } from './079-conversations.ts'
import { up as tickets } from './080-tickets.ts'
import { up as homeworkTaskIndex } from './085-homework-task-index.ts'
import { up as forumWaitingAgain } from './090-forum-waiting-again.ts'
import { up as hiddenCopies } from './091-hidden-copies.ts'

/** Every migration in order: a static map, because a bundle has no folder to list. Forward only; a published one is never edited. */
export const migrations: Record<string, Migration> = {
  '001-accounts': { up: accounts },
  '002-site': { up: site },
  '003-colleges': { up: colleges },
  '004-catalogue': { up: catalogue },
  '005-articles-works': { up: articlesWorks },
  '006-tracking': { up: tracking },
  '007-search-text': { up: searchText },
  '008-deleted-periods': { up: deletedPeriods },
  '009-list-orders': { up: listOrders },
  '010-sign-in': { up: signIn },
  '011-account-care': { up: accountCare },
  '012-forum': { up: forum },
  '013-search': { up: search },
  '014-orders': { up: orders },
  '015-search-pushes': { up: searchPushes },
  '016-search-speed': { up: searchSpeed },
  '017-classroom': { up: classroom },
  '018-read-indexes': { up: readIndexes },
  '019-staff-rights': { up: staffRights },
  '020-known-browsers': { up: knownBrowsers },
  '021-account-security': { up: accountSecurity },
  '022-captcha-sound': { up: captchaSound },
  '023-one-open-order': { up: oneOpenOrder },
  '025-search-synonyms': { up: searchSynonyms },
  '026-shipped-agreements': { up: shippedAgreements },
  '028-payment-reviews': { up: paymentReviews },
  '029-search-bounds': { up: searchBounds },
  '031-schedule-staff': { up: scheduleStaff },
  '032-answer-queue': { up: answerQueue },
  '034-finished-lessons': { up: finishedLessons },
  '035-draw-values': { up: drawValues },
  '036-own-words': { up: ownWords },
  '037-own-time': { up: ownTime },
  '038-search-counts': { up: searchCounts },
  '039-stream-figures': { up: streamFigures },
  '040-message-kinds': { up: messageKinds },
  '043-class-reminders': { up: classReminders },
  '044-class-moves': { up: classMoves },
  '045-timetable-speed': { up: timetableSpeed },
  '046-forum-erasing': { up: forumErasing },
  '048-lesson-notes': { up: lessonNotes },
  '049-calendars': { up: calendars },
  '053-search-kinds': { up: searchKinds },
  '058-upload-copies': { up: uploadCopies },
  '062-answer-players': { up: answerPlayers },
  '070-homework': { up: homework },
  '071-exams': { up: exams },
  '072-mistake-counts': { up: mistakeCounts },
  '073-homework-marks': { up: homeworkMarks },
  '075-search-versions': { up: searchVersions },
  '076-forum-writing': { up: forumWriting },
  '077-forum-due-process': { up: forumDueProcess },
  '077-homework-works': { up: homeworkWorks },
  '078-service-hours': { up: serviceHours },
  '079-conversations': { up: conversations },
  '080-tickets': { up: tickets },
  '085-homework-task-index': { up: homeworkTaskIndex },
  '090-forum-waiting-again': { up: forumWaitingAgain },
  '091-hidden-copies': { up: hiddenCopies },
}
