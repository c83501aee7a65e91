/** Most characters and pictures of a report of a post or comment, and of an appeal. */
export const reportWordsLength = 500
export const reportPictureCount = 3
export const appealWordsLength = 1000
export const appealPictureCount = 6
/** Most characters of the reason of a forum's decision, of the note to its author, and of the answer to an appeal. */
export const decisionReasonLength = 300
export const decisionNoteLength = 500
export const appealAnswerLength = 1000
/** Most characters of the question with which somebody queues in a room for questions. */
export const queueQuestionLength = 200
/** Most characters of a homework, and of what is asked of it. */
export const homeworkLength = 5000
/** Most files of a homework. */
export const homeworkFileCount = 9
/** Most characters of a teacher's words on a homework. */
export const homeworkCommentLength = 2000
/** Most characters of a remark at a pin. */
export const markWordsLength = 300
/** Most marks on the photos of one hand-in, those that were taken away counted too. */
export const mostMarks = 5000
/** Most marks in one call. */
export const mostMarksAtOnce = 50
/** Most points of a stroke. */
export const mostMarkPoints = 330
/** Most numbers of all marks on one hand-in together: about a megabyte. */
export const mostMarkNumbers = 200_000
/** Most characters of a remark that is kept for using it again, and most of them. */
export const remarkLength = 100
export const mostRemarks = 50
/** Most characters of a short answer in an exam. */
export const examAnswerLength = 3000
/** Most files of a short answer. */
export const examAnswerFileCount = 3
/** Most blanks of a fill-in, and most characters of each. */
export const examBlankCount = 10
export const examBlankLength = 100
/** Most characters of feedback, a complaint and each message about one. */
export const ticketLength = 1000
/** Most pictures of a message, and most characters of how somebody can be reached. */
export const ticketPictureCount = 9
export const contactLength = 100

/** So much of a queue is shown: what comes behind moves up. */
export const mostQueued = 200
/** Most characters beside a rating. */
export const ratingWordsLength = 200
/** Most characters of one message to customer service, and of an answer. */
export const supportTextLength = 1000
/** Most pictures of one message to customer service. */
export const supportPictureCount = 3
