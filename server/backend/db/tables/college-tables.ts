import type { Generated } from 'kysely'
import type { Timestamp, TimestampByDefault } from './account-tables.ts'

export interface CollegesTable {
  id: Generated<number>
  name: string
  path: string
  smallTitle: string | null
  intro: string | null
  coverImg: string | null
  autoplay: Generated<boolean>
  sort: Generated<number>
  enabled: Generated<boolean>
}

export interface TeachersTable {
  id: Generated<number>
  userId: number | null
  name: string
  headImg: string | null
  title: string | null
  intro: string | null
  isElegant: Generated<boolean>
  /** How learners reach the teacher after a purchase. */
  wechat: string | null
  wechatQr: string | null
  sort: Generated<number>
}

export interface ModuleItemsTable {
  id: Generated<number>
  moduleId: number
  title: string | null
  subTitle: string | null
  content: string | null
  img: string | null
  url: string | null
  refKind: string | null
  refId: number | null
  sort: Generated<number>
  enabled: Generated<boolean>
}

export interface BannersTable {
  id: Generated<number>
  page: string
  collegeId: number | null
  img: string
  url: string | null
  title: string | null
  subTitle: string | null
  beginAt: Timestamp | null
  endAt: Timestamp | null
  sort: Generated<number>
  enabled: Generated<boolean>
}

export interface PlatformNoticesTable {
  id: Generated<number>
  title: string
  contentHtml: string | null
  img: string | null
  url: string | null
  position: string
  audience: Generated<number>
  beginAt: Timestamp
  endAt: Timestamp
}

export interface CollegeTables {
  colleges: CollegesTable
  teachers: TeachersTable
  collegeTeachers: { collegeId: number; teacherId: number; sort: Generated<number> }
  modules: {
    id: Generated<number>
    collegeId: number | null
    type: number
    title: string | null
    subTitle: string | null
    sort: Generated<number>
    enabled: Generated<boolean>
  }
  moduleItems: ModuleItemsTable
  banners: BannersTable
  platformNotices: PlatformNoticesTable
  platformNoticeLogs: {
    id: Generated<number>
    noticeId: number
    userId: number | null
    fingerprint: string | null
    action: 'show' | 'click' | 'close'
    at: TimestampByDefault
  }
}
