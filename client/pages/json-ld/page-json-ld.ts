import { articleDetailLd, articleListLd } from './article-ld.ts'
import { classesDetailLd, classesListLd } from './classes-ld.ts'
import { courseDetailLd, courseListLd } from './course-ld.ts'
import { forumAllLd, forumHomeLd, forumPlateLd, forumPostLd } from './forum-ld.ts'
import { collegeLd, homeLd, liveListLd } from './home-ld.ts'
import type { JsonLd } from './json-ld.ts'
import { workDetailLd, workListLd } from './work-ld.ts'

/**
 * Structured data of the pages that have some, by the page's id. The server alone writes them: search engines read its HTML,
 * so the browser's scripts needn't hold them.
 */
export const pageJsonLd: ReadonlyMap<string, JsonLd> = new Map([
  ['article-detail', articleDetailLd],
  ['article-list', articleListLd],
  ['classes-detail', classesDetailLd],
  ['classes-list', classesListLd],
  ['college', collegeLd],
  ['course-list', courseListLd],
  ['course-live', courseDetailLd],
  ['course-video', courseDetailLd],
  ['forum-all', forumAllLd],
  ['forum-home', forumHomeLd],
  ['forum-plate', forumPlateLd],
  ['forum-post', forumPostLd],
  ['home', homeLd],
  ['live-list', liveListLd],
  ['work-detail', workDetailLd],
  ['work-list', workListLd],
])
