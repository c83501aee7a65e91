import type { ColumnType, Generated } from 'kysely'
import type { Json, JsonByDefault, Timestamp, TimestampByDefault } from './account-tables.ts'

export interface CourseTypesTable {
  id: Generated<number>
  parentId: number | null
  /** 1 subjectOne, 2 learn direction, 3 subjectTwo. */
  kind: number
  name: string
  path: string
  collegeId: number | null
  sort: Generated<number>
  enabled: Generated<boolean>
}

export interface ProductsTable {
  id: Generated<number>
  lectureType: number
  name: string
  coverImg: string | null
  learnAim: string | null
  introHtml: string | null
  collegeId: number | null
  subjectOneId: number | null
  learnId: number | null
  subjectTwoId: number | null
  isCharge: boolean
  priceFen: Generated<number>
  originPriceFen: number | null
  serviceDays: number | null
  agreementType: string | null
  /** Books or tools come by post: an order needs an address. */
  sendsMaterials: Generated<boolean>
  isOpenLive: Generated<boolean>
  /** Kept by triggers on the lessons. */
  hasTrial: Generated<boolean>
  /** Name, line break and aim in lower case; the database writes it. */
  searchText: ColumnType<string, never, never>
  suits: JsonByDefault<{ title: string; content: string }[]>
  studyCount: Generated<number>
  sort: Generated<number>
  /** 0 draft, 1 on sale, 2 off. */
  status: Generated<number>
  publishedAt: Timestamp | null
  deletedAt: Timestamp | null
  createdAt: TimestampByDefault
}

export interface PeriodsTable {
  id: Generated<number>
  courseId: number
  title: string
  sequenceNo: number
  /** 1 live, 2 video, 3 AI live. */
  kind: number
  durationSec: Generated<number>
  isFreeStudy: Generated<boolean>
  mediaId: number | null
  coachMediaId: number | null
  hasHomework: Generated<boolean>
  deletedAt: Timestamp | null
}

export interface ClassSchedulesTable {
  id: Generated<number>
  productId: number
  name: string
  /** 'YYYY-MM-DD' in Asia/Shanghai. */
  beginDate: string
  endDate: string
  timeText: Generated<string>
  capacity: number | null
  enrolled: Generated<number>
  notice: string | null
  wechatQr: string | null
  /** Who takes care of the class. */
  teacherId: number | null
  /** 1 open, 2 closed, 3 cancelled. */
  status: Generated<number>
  isSeed: Generated<boolean>
  cycleDays: number | null
}

export interface CatalogueTables {
  courseTypes: CourseTypesTable
  learnDirections: {
    id: Generated<number>
    collegeId: number
    courseTypeId: number | null
    name: string
    img: string | null
    url: string | null
    note: string | null
    sort: Generated<number>
  }
  products: ProductsTable
  classSystemStages: { id: Generated<number>; classSystemId: number; name: string; sort: Generated<number> }
  classSystemCourses: { stageId: number; courseId: number; sort: Generated<number> }
  productTeachers: { productId: number; teacherId: number; sort: Generated<number> }
  productRecommends: { productId: number; otherId: number; sort: Generated<number> }
  mediaAssets: {
    id: Generated<number>
    kind: number
    title: string | null
    durationSec: number | null
    coverImg: string | null
    status: Generated<number>
    /** Shorter than its lessons: played over and over up to their length. */
    repeats: Generated<boolean>
    createdAt: TimestampByDefault
  }
  mediaCaptions: { assetId: number; language: string; label: string; url: string }
  mediaUrls: { assetId: number; sortNum: number; definition: string; protocol: string; url: string }
  periods: PeriodsTable
  classSchedules: ClassSchedulesTable
  schedulePeriods: {
    id: Generated<number>
    scheduleId: number
    periodId: number
    beginAt: Timestamp
    endAt: Timestamp
    teacherId: number | null
    /** How often its time changed, and it was called off or on again; kept by triggers, as the two that follow. */
    revision: Generated<number>
    changedAt: Timestamp | null
    /** When it was to begin before it was moved; null when it wasn't, or had begun. */
    formerBeginAt: Timestamp | null
  }
  contentDrafts: {
    id: Generated<number>
    kind: 'classSystem' | 'information' | 'live' | 'mind'
    refId: number | null
    payload: Json<unknown>
    tokenHash: Uint8Array
    createdBy: number | null
    expiresAt: Timestamp
  }
}
