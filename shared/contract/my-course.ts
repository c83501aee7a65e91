import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { AnswerRoomStatus, ExamStatus, PeriodKind } from '#shared/contract/enums.ts'
import {
  Day,
  Empty,
  Id,
  intBetween,
  LectureTypeField,
  LectureTypeQuery,
  LiveCard,
  LiveStatusField,
  Month,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
} from '#shared/contract/fields.ts'

/** Classes, or rooms for questions (spec §2). */
export const timetableTypes = ['live', 'answer-live'] as const
const TimetableType = z._default(z.enum(timetableTypes), 'live')

/** A class, or a room for questions, at its time. */
export const TimetableClass = z.object({
  /** Null for a room for questions, as all that only a class has. */
  periodId: z.nullable(z.number()),
  courseId: z.nullable(z.number()),
  scheduleId: z.nullable(z.number()),
  kind: z.nullable(z.enum(PeriodKind)),
  sequenceNo: z.nullable(z.number()),
  title: Text,
  courseName: Text,
  scheduleName: Text,
  teacherName: Text,
  teacherImg: NullableText,
  begDate: Time,
  endDate: Time,
  /** At the answer's `Time`. */
  liveStatus: LiveStatusField,
  /** When it was to begin before it was moved; null when it wasn't. */
  formerBegDate: z.nullable(Time),
  /** The room, later the replay; null for who may not go in any more, and where there is nothing to see. */
  url: NullableText,
  /** Seen by who teaches it. */
  isTaught: z.boolean(),
  /** It may be evaluated now. */
  canEvaluate: z.boolean(),
})
export type TimetableClass = z.output<typeof TimetableClass>

/** An exam beside the classes: it stands on the day on which its window opens, and on that on which it ends. */
export const TimetableExam = z.object({
  id: z.number(),
  title: Text,
  /** '' for one of everybody. */
  courseName: Text,
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  status: z.enum(ExamStatus),
  /** Its page, or where it is taken elsewhere. */
  url: Text,
})
export type TimetableExam = z.output<typeof TimetableExam>

/** A lesson of the learner's own that may be evaluated now. */
export const EvaluableLesson = z.object({
  periodId: z.number(),
  scheduleId: z.nullable(z.number()),
  sequenceNo: z.number(),
  title: Text,
})
export type EvaluableLesson = z.output<typeof EvaluableLesson>

/** The class of a course that comes next, or is on. */
const NextClass = z.object({ title: Text, begDate: Time, endDate: Time, kind: z.enum(PeriodKind), url: Text })

/** The film in which the learner was last, or the first of a course that they haven't begun. */
const LastLesson = z.object({
  title: Text,
  sequenceNo: z.number(),
  /** Seconds. */
  position: z.number(),
  length: z.number(),
  url: Text,
})

/** How far a learner is in something that they have. */
const progressFields = {
  /** Share of the lessons that are finished, 0..1. */
  progress: z.number(),
  finishedCount: z.number(),
  lessonCount: z.number(),
}

/** How a course or stage stands: every lesson finished, one begun, none begun. */
export const studyStates = ['finished', 'learning', 'waiting'] as const

/** What comes next in a course. */
export const courseStepFields = {
  next: z.nullable(NextClass),
  last: z.nullable(LastLesson),
  /** A live course of which no class was chosen yet, though there are some. */
  needsClass: z.boolean(),
}

export const MyCourse = z.object({
  courseId: z.number(),
  name: Text,
  coverImg: Text,
  lectureType: LectureTypeField,
  ...progressFields,
  /** When the time of service ends; null: never. */
  endDate: z.nullable(Time),
  /** It has ended: what was learned can be looked at, nothing entered. */
  isOver: z.boolean(),
  /** Every lesson is finished: when the last one was; null otherwise. */
  finishedDate: z.nullable(Time),
  /** Seconds of it that were watched. */
  learnedSec: z.number(),
  scheduleId: z.nullable(z.number()),
  scheduleName: NullableText,
  ...courseStepFields,
  evaluation: z.nullable(EvaluableLesson),
  /** Of a class system, in their order; empty for a course. */
  stages: z.array(
    z.object({
      id: z.number(),
      name: Text,
      finishedCount: z.number(),
      lessonCount: z.number(),
      state: z.enum(studyStates),
    }),
  ),
})
export type MyCourse = z.output<typeof MyCourse>

/** What is said of two classes at the same time. */
export const ClassClash = z.object({
  title: Text,
  begDate: Time,
  endDate: Time,
  own: z.object({ title: Text, courseName: Text, begDate: Time, endDate: Time }),
})
export type ClassClash = z.output<typeof ClassClash>

/** A room for questions as its learners see it. */
export const SolutionRoom = z.object({
  id: z.number(),
  title: Text,
  courseName: NullableText,
  teacherName: Text,
  teacherImg: NullableText,
  begDate: Time,
  endDate: Time,
  liveStatus: LiveStatusField,
  needPassword: z.boolean(),
  /** 1 may be entered at once. */
  answerRoomStatus: z.enum(AnswerRoomStatus),
  /** Why not, in words; '' when it may, or only the password is missing. */
  message: Text,
  /** Whether the caller has been in it. */
  isEntered: z.boolean(),
  url: Text,
})
export type SolutionRoom = z.output<typeof SolutionRoom>

/** Homework beside classes: when it is due. */
export const DueHomework = z.object({
  title: Text,
  courseName: Text,
  dueTime: Time,
  isReturned: z.boolean(),
  url: Text,
})
export type DueHomework = z.output<typeof DueHomework>

/** A learner's own classes and courses (spec §7). */
export const myCourseApi = {
  /** Classes that are on or come, the soonest first: of the courses that the caller is enrolled in, and those that they teach. Each has its room. */
  liveList: endpoint('GET /api/my-course/list-course-live', {
    access: 'user',
    /** `answer-live`: rooms for questions that are open or come; without a course their keys are 0. */
    input: z.object({ type: TimetableType, pageNum: PageNum, pageSize: pageSize(16) }),
    output: pageOf(LiveCard),
  }),
  /** The days with something on them of the weeks, from Monday on, that a month touches; without `month` this one. */
  monthCalendar: endpoint('GET /api/my-course/class-schedule-monthly-calendar', {
    access: 'user',
    input: z.object({ month: z.optional(Month), type: TimetableType }),
    output: z.array(
      z.object({
        date: Text,
        /** Classes and rooms; exams stand beside them. */
        count: z.number(),
        live: z.number(),
        aiLive: z.number(),
        answer: z.number(),
        /** Windows of exams that open or end. */
        exam: z.number(),
        /** Homework that is due and not done. */
        homework: z.number(),
      }),
    ),
  }),
  /** What is on a day (or `today`), else what is on or comes from now on; the earliest first. */
  classScheduleList: endpoint('GET /api/my-course/list-class-schedule', {
    access: 'user',
    input: z.object({
      date: z.optional(z.union([Day, z.literal('today')])),
      type: TimetableType,
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: z.extend(pageOf(TimetableClass), {
      /** The day that it is in Shanghai. */
      today: Text,
      /** When the last of all begins; null when there is none. */
      lastBegDate: z.nullable(Time),
      /** Of the day, else all that are still to be taken; with classes only, on every page the same. */
      exams: z.array(TimetableExam),
      /** Homework that is due on the day, or within a fortnight, and not done. */
      homework: z.array(DueHomework),
    }),
  }),
  /** Classes of a schedule that are at the same time as the caller's own, those that come, the soonest first. */
  classClashes: endpoint('GET /api/my-course/class-clashes', {
    access: 'user',
    input: z.object({ scheduleId: Id }),
    output: z.object({ records: z.array(ClassClash), total: z.number() }),
  }),
  /** `over`: 1 running, 2 ended, else all; a bundle stands once. */
  courses: endpoint('GET /api/user/my-course/list-v3', {
    access: 'user',
    input: z.object({
      over: z.optional(intBetween(0, 9)),
      lectureType: z.optional(LectureTypeQuery),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: z.extend(pageOf(MyCourse), { counts: z.object({ running: z.number(), ended: z.number() }) }),
  }),
  /** Rooms for questions that the caller may enter, or has entered; the open ones first. `date`: those that are open on that day. */
  solutionRooms: endpoint('GET /api/user/my-solution-room/list', {
    access: 'user',
    input: z.object({ date: z.optional(Day), pageNum: PageNum, pageSize: pageSize(10) }),
    output: pageOf(SolutionRoom),
  }),
  /** What waits for the caller beside the entries of their menu. */
  menuCounts: endpoint('GET /api/user/menu-counts', {
    access: 'user',
    input: Empty,
    output: z.object({
      /** Classes of today, those that are over too. */
      classes: z.number(),
      /** Homework that is due by the end of tomorrow. */
      homework: z.number(),
      /** Exams that can be taken now. */
      exams: z.number(),
      /** Messages that weren't read; counted to 100. */
      messages: z.number(),
    }),
  }),
  /** How long the caller has learned this week, day by day from Monday on; days are Shanghai's. */
  learningDays: endpoint('GET /api/user/learning-days', {
    access: 'user',
    input: Empty,
    output: z.object({
      week: z.array(z.object({ date: Text, seconds: z.number() })),
      today: Text,
      lastWeekSeconds: z.number(),
      /** Days of this month on which something was learned. */
      daysThisMonth: z.number(),
      /** Of all time. */
      totalSeconds: z.number(),
      finishedLessons: z.number(),
    }),
  }),
}
