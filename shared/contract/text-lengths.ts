/** Most characters of the question with which somebody queues in a room for questions. */
export const queueQuestionLength = 200
/** Most characters of a homework, and of what is asked of it. */
export const homeworkLength = 5000
/** Most files of a homework. */
export const homeworkFileCount = 9
/** Most characters of a teacher's words on a homework. */
export const homeworkCommentLength = 2000
/** Most characters of a short answer in an exam. */
export const examAnswerLength = 3000
/** Most files of a short answer. */
export const examAnswerFileCount = 3
/** Most blanks of a fill-in, and most characters of each. */
export const examBlankCount = 10
export const examBlankLength = 100
