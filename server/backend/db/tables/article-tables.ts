import type { Generated } from 'kysely'
import type { Timestamp } from './account-tables.ts'

export interface ArticlesTable {
  id: Generated<number>
  categoryId: number
  collegeId: number | null
  title: string
  summary: string | null
  coverImg: string | null
  contentHtml: string
  author: string | null
  status: Generated<number>
  publishedAt: Timestamp | null
  viewCount: Generated<number>
  updatedAt: Timestamp | null
  deletedAt: Timestamp | null
}

export interface StudentWorksTable {
  id: Generated<number>
  collegeId: number
  categoryId: number
  userId: number | null
  authorName: string
  title: string
  coverImg: string
  coverWidth: number
  coverHeight: number
  intro: string | null
  teacherComment: string | null
  status: Generated<number>
  publishedAt: Timestamp | null
  viewCount: Generated<number>
  updatedAt: Timestamp | null
  deletedAt: Timestamp | null
  /** The excellent homework that it was drafted from. Its files are private until it is published. */
  homeworkId: number | null
}

export interface ArticleTables {
  articleCategories: {
    id: Generated<number>
    name: string
    path: string | null
    sort: Generated<number>
    enabled: Generated<boolean>
  }
  articles: ArticlesTable
  articleRecommends: { articleId: number; kind: 'article' | 'course'; refId: number; sort: Generated<number> }
  workCategories: { id: Generated<number>; collegeId: number | null; name: string; sort: Generated<number> }
  studentWorks: StudentWorksTable
  studentWorkImages: {
    workId: number
    sort: number
    url: string
    kind: Generated<'image' | 'video' | 'audio'>
    /** Picture that stands for it in a strip; of a picture the picture itself. */
    thumbnail: string | null
    width: number | null
    height: number | null
    caption: Generated<string>
  }
}
