import type { Generated } from 'kysely'
import type {
  AnswersRevealed,
  AttemptClosedBy,
  AttemptState,
  MistakeSource,
  MistakeState,
  PaperState,
  QuestionKind,
  UnsavedReason,
} from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamKey, ExamLayout, ExamOption } from '#shared/contract/exam-fields.ts'
import type { Json, Timestamp } from './account-tables.ts'

/** Exams: papers, questions, attempts and answers; and the mistake book that comes of them. */
export interface ExamTables {
  examPapers: {
    id: Generated<number>
    /** The course whose learners take it; null: everybody who is signed in. */
    productId: number | null
    title: string
    intro: Generated<string>
    beginAt: Timestamp | null
    endAt: Timestamp | null
    durationMin: number | null
    attemptsAllowed: Generated<number>
    reveal: Generated<AnswersRevealed>
    /** Multiple choice: a part of the right ones without a wrong one gets half, rounded down. */
    halfForPart: Generated<boolean>
    isShuffled: Generated<boolean>
    /** Sum of the questions' scores, and how many they are. */
    totalScore: Generated<number>
    questionCount: Generated<number>
    /** A paper that is taken elsewhere. */
    url: string | null
    state: Generated<PaperState>
    version: Generated<number>
    createdBy: number | null
    createdAt: Timestamp
    updatedAt: Timestamp
    publishedAt: Timestamp | null
  }
  examQuestions: {
    id: Generated<number>
    paperId: number
    sort: number
    kind: QuestionKind
    stem: string
    picture: string | null
    options: Json<ExamOption[]>
    answer: Json<ExamKey>
    explanation: Generated<string>
    score: number
  }
  /** More minutes for one learner. */
  examExtensions: {
    paperId: number
    userId: number
    extraMin: number
    reason: string
    createdBy: number | null
    createdAt: Timestamp
  }
  examAttempts: {
    id: Generated<number>
    paperId: number
    userId: number
    attemptNo: number
    state: AttemptState
    begunAt: Timestamp
    /** Null: neither minutes nor an end. */
    deadlineAt: Timestamp | null
    layout: Json<ExamLayout>
    /** Goes up with each device that takes over; only the last one's answers are taken. */
    leaseNo: Generated<number>
    leaseDevice: string
    leaseAt: Timestamp
    submittedAt: Timestamp | null
    closedBy: AttemptClosedBy | null
    receiptNo: string | null
    answeredCount: number | null
    answersSha256: string | null
    /** Of the questions that need nobody to mark them. */
    objectiveScore: number | null
    score: number | null
    scoredAt: Timestamp | null
    scoredBy: number | null
    /** From then on its learner sees the score, whatever the paper says. */
    releasedAt: Timestamp | null
    /** Since then its result can be seen, and its mistakes are in the book. */
    settledAt: Timestamp | null
    version: Generated<number>
  }
  examAnswers: {
    attemptId: number
    questionId: number
    answer: Json<ExamAnswer>
    isFlagged: Generated<boolean>
    leaseNo: number
    /** The device's own number; of two the higher one is the newer. */
    seq: number
    savedAt: Timestamp
    score: number | null
    comment: string | null
    markedBy: number | null
    markedAt: Timestamp | null
  }
  /** What came too late, or from a device that no longer writes: kept for the staff, not counted. */
  examUnsavedAnswers: {
    id: Generated<number>
    attemptId: number
    questionId: number
    answer: Json<ExamAnswer>
    device: string
    seq: number
    reason: UnsavedReason
    receivedAt: Timestamp
  }
  /** Questions that somebody got wrong, with the state of their repetition (FSRS). */
  mistakes: {
    userId: number
    questionId: number
    /** The question's. */
    paperId: number
    state: Generated<MistakeState>
    source: MistakeSource
    /** Shanghai's day, 'YYYY-MM-DD'. */
    dueOn: string
    stability: number | null
    difficulty: number | null
    reps: Generated<number>
    lapses: Generated<number>
    /** Right answers in a row, each on a later day. */
    successes: Generated<number>
    lastReviewedAt: Timestamp | null
    wrongAnswer: Json<ExamAnswer> | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  /** How many mistakes somebody has of a paper in each state; kept by the database itself. */
  mistakeCounts: {
    userId: number
    paperId: number
    state: MistakeState
    mistakes: number
  }
  mistakeReviews: {
    id: Generated<number>
    userId: number
    questionId: number
    /** The browser's own key: the same again is the same review. */
    clientKey: string
    answer: Json<ExamAnswer>
    isRight: boolean
    reviewedAt: Timestamp
    dueBefore: string
    dueAfter: string
  }
}
