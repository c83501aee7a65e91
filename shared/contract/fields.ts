import * as z from 'zod/mini'
import { isCalendarText } from '#shared/contract/calendar-text.ts'
import { LectureType, LiveStatus } from '#shared/contract/enums.ts'
import { ownValue } from '#shared/own-value.ts'

/** A number that may arrive as text, as every query value does. */
const numeric = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d{1,16}$/))]),
  z.transform((value: number | string) => Number(value)),
)

/** An identity key. */
export const Id = z.pipe(numeric, z.int().check(z.positive()))

/** 1-based page number, at most 10,000. */
export const PageNum = z._default(z.pipe(numeric, z.int().check(z.gte(1), z.lte(10_000))), 1)

/** Page size with a default of its own for each list, at most 50. */
export function pageSize(byDefault: number) {
  return z._default(z.pipe(numeric, z.int().check(z.gte(1), z.lte(50))), byDefault)
}

/** Integer with bounds, as text or number. */
export function intBetween(from: number, to: number) {
  return z.pipe(numeric, z.int().check(z.gte(from), z.lte(to)))
}

/** Which state of a row its reader has seen: counted from 1 in a 32-bit column. */
export const Version = intBetween(1, 2_000_000_000)

/** 'YYYY-MM-DD', a day that exists, from 2000 to 2100. */
export const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isCalendarText))

/** 'YYYY-MM' in the same years. */
export const Month = z.string().check(z.regex(/^\d{4}-\d{2}$/), z.refine(isCalendarText))

/** 'true', '1', true. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.string(), z.number()]),
  z.transform((value: boolean | string | number) => value === true || value === 'true' || value === '1' || value === 1),
)

/** Money on the wire: yuan with two decimals, '6980.00'. Inside it is integer fen. */
export const Money = z.string().check(z.regex(/^\d+\.\d{2}$/))

/** Epoch milliseconds. */
export const Time = z.number()

/** The same where it comes from outside: of the years 2000 to 2099. */
export const TimeIn = z.int().check(z.gte(946_684_800_000), z.lt(4_102_444_800_000))

export const LectureTypeField = z.enum(LectureType)
export const LiveStatusField = z.enum(LiveStatus)

/** Lecture type in a query: the number or the word. */
export const LectureTypeQuery = z.pipe(
  z.union([z.number(), z.string()]),
  z.pipe(
    z.transform((value: number | string) => ownValue(LectureType, String(value)) ?? Number(value)),
    z.enum(LectureType),
  ),
)

export const Text = z.string()
export const NullableText = z.nullable(z.string())

/** {records, total, current, pages, size} (spec §3, paged lists). */
export function pageOf<T extends z.ZodMiniType>(record: T) {
  return z.object({
    records: z.array(record),
    total: z.number(),
    current: z.number(),
    pages: z.number(),
    size: z.number(),
  })
}

/** A paged answer as a type. */
export interface Page<T> {
  records: T[]
  total: number
  current: number
  pages: number
  size: number
}

export const CourseCard = z.object({
  id: z.number(),
  name: Text,
  coverImg: Text,
  learnAim: Text,
  teacherName: Text,
  lectureType: LectureTypeField,
  isCharge: z.boolean(),
  price: Money,
  originPrice: z.nullable(Money),
  studyCount: z.number(),
  /** Has at least one free period. */
  hasTrial: z.boolean(),
})
export type CourseCard = z.output<typeof CourseCard>

export const ClassSystemCard = z.object({
  id: z.number(),
  name: Text,
  coverImg: Text,
  learnAim: Text,
  price: Money,
  originPrice: z.nullable(Money),
  courseCount: z.number(),
  periodCount: z.number(),
  studyCount: z.number(),
  teacherName: Text,
  collegeName: Text,
  /** Next opening day, 'YYYY-MM-DD', or null. */
  beginDate: NullableText,
  subjectOne: z.nullable(z.object({ id: z.number(), name: Text, path: Text })),
  subjectTwo: z.nullable(z.object({ id: z.number(), name: Text, path: Text })),
})
export type ClassSystemCard = z.output<typeof ClassSystemCard>

export const LiveCard = z.object({
  /** The live course; its page is /course/live/{id}. */
  id: z.number(),
  name: Text,
  coverImg: Text,
  teacherName: Text,
  periodId: z.number(),
  periodName: Text,
  begDate: Time,
  endDate: Time,
  /** At the answer's `Time`; later it is computed from begDate and endDate. */
  liveStatus: LiveStatusField,
  isCharge: z.boolean(),
  price: Money,
  studyCount: z.number(),
  /** The class's room when everybody who is signed in may go in; null when it has to be theirs. */
  roomUrl: NullableText,
})
export type LiveCard = z.output<typeof LiveCard>

export const ArticleCard = z.object({
  id: z.number(),
  title: Text,
  coverImg: Text,
  summary: Text,
  author: Text,
  publishDate: Time,
  views: z.number(),
})
export type ArticleCard = z.output<typeof ArticleCard>

export const WorkCard = z.object({
  id: z.number(),
  title: Text,
  coverImg: Text,
  /** Pixels of the cover, for a fixed ratio. */
  coverWidth: z.number(),
  coverHeight: z.number(),
  authorName: Text,
  intro: Text,
  teacherComment: NullableText,
  collegeId: z.number(),
  categoryId: z.number(),
})
export type WorkCard = z.output<typeof WorkCard>

export const Teacher = z.object({ id: z.number(), name: Text, headImg: Text, title: Text, intro: Text })
export type Teacher = z.output<typeof Teacher>

export const Banner = z.object({ id: z.number(), img: Text, url: Text, title: Text, subTitle: Text, sort: z.number() })
export type Banner = z.output<typeof Banner>

/** Course-type node: id, name, path, children of the same shape (spec §3). `level` 1 is subjectOne, 2 is learnId. */
export interface CourseTypeNode {
  id: number
  name: string
  path: string
  level: number
  children: CourseTypeNode[]
}
export const CourseTypeNode: z.ZodMiniType<CourseTypeNode> = z.object({
  id: z.number(),
  name: Text,
  path: Text,
  level: z.number(),
  get children() {
    return z.array(CourseTypeNode)
  },
}) as unknown as z.ZodMiniType<CourseTypeNode>

/** System-class type: subjectOne with its subjectTwo children, each with pid (spec §3). */
export interface ClassSystemType {
  id: number
  pid: number
  name: string
  path: string
  children: ClassSystemType[]
}
export const ClassSystemType: z.ZodMiniType<ClassSystemType> = z.object({
  id: z.number(),
  pid: z.number(),
  name: Text,
  path: Text,
  get children() {
    return z.array(ClassSystemType)
  },
}) as unknown as z.ZodMiniType<ClassSystemType>

export const Empty = z.object({})
