/** Most characters of the question with which somebody queues in a room for questions. */
export const queueQuestionLength = 200
