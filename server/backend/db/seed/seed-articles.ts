import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { articleCategories } from './data/article-categories.ts'
import { articles1 } from './data/articles-1.ts'
import { articles2 } from './data/articles-2.ts'
import { articles3 } from './data/articles-3.ts'
import { materialArticles } from './data/articles-materials.ts'
import { sourceArticles } from './data/articles-sources.ts'
import type { SeedArticle } from './data/seed-types.ts'
import { works } from './data/works.ts'
import { insertForIds, insertRows, must } from './insert-rows.ts'
import { createRandom } from './pictures/random.ts'
import { toHtml } from './seed-html.ts'
import type { SubjectIds } from './seed-structure.ts'
import { workSize } from './work-size.ts'

/** All articles. */
export const seedArticles: readonly SeedArticle[] = [...articles1, ...articles2, ...articles3, ...materialArticles, ...sourceArticles]

export function articlePicture(index: number): string {
  return `article-${String(index + 1).padStart(2, '0')}`
}

export function workPictureName(index: number): string {
  return `work-${String(index + 1).padStart(2, '0')}`
}

const newestArticle = Date.parse('2025-09-28T01:30:00Z')
const newestWork = Date.parse('2025-09-20T12:00:00Z')
const dayMs = 86_400_000

/** A few days apart, in an order that mixes the subjects. */
function spread(newest: number, seed: string, count: number): (index: number) => Date {
  const order = createRandom(seed).shuffle(Array.from({ length: count }, (_, index) => index))
  return (index) => new Date(newest - (order[index] ?? 0) * 6 * dayMs - createRandom(`${seed}/${index}`).int(0, 600) * 60_000)
}

/** Articles by category and student works by college. */
export async function seedArticlesAndWorks(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  await insertArticles(trx, subjects)
  await insertWorks(trx, subjects)
}

async function insertArticles(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  const categoryIds = await insertForIds(trx, 'articleCategories', articleCategories.map(({ name, path }, sort) => ({ name, path, sort })))
  const categoryOf = new Map(articleCategories.map(({ name }, index) => [name, must(categoryIds[index], name)]))
  const publishedAt = spread(newestArticle, 'articles', seedArticles.length)
  await insertRows(
    trx,
    'articles',
    seedArticles.map((article, index) => ({
      categoryId: must(categoryOf.get(article.category), article.category),
      collegeId: article.subject === undefined ? null : must(subjects.get(article.subject), article.subject).collegeId,
      title: article.title,
      summary: article.summary,
      coverImg: pictureUrl('cover', articlePicture(index)),
      contentHtml: toHtml(article.body),
      author: article.author,
      status: 1,
      publishedAt: publishedAt(index),
      viewCount: createRandom(`views/${article.title}`).int(180, 9600),
    })),
  )
}

async function insertWorks(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  const categories = [...new Set(works.map((work) => `${work.subject}/${work.category}`))]
  const categoryIds = await insertForIds(
    trx,
    'workCategories',
    categories.map((key, sort) => {
      const [subject = '', name = ''] = key.split('/')
      return { collegeId: must(subjects.get(subject), subject).collegeId, name, sort }
    }),
  )
  const categoryOf = new Map(categories.map((key, index) => [key, must(categoryIds[index], key)]))
  const publishedAt = spread(newestWork, 'works', works.length)
  const ids = await insertForIds(
    trx,
    'studentWorks',
    works.map((work, index) => {
      const { width, height } = workSize(index)
      return {
        collegeId: must(subjects.get(work.subject), work.subject).collegeId,
        categoryId: must(categoryOf.get(`${work.subject}/${work.category}`), work.category),
        authorName: work.author,
        title: work.title,
        coverImg: pictureUrl('work', workPictureName(index)),
        coverWidth: width,
        coverHeight: height,
        intro: work.intro,
        teacherComment: work.comment,
        status: 1,
        publishedAt: publishedAt(index),
        viewCount: createRandom(`views/${work.title}`).int(90, 4200),
      }
    }),
  )
  await insertRows(trx, 'studentWorkImages', ids.map((workId, index) => ({ workId, sort: 1, url: pictureUrl('work', workPictureName(index)) })))
}
