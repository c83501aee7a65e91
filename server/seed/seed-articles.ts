import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { generatedPictureSize, pictureUrl } from '#shared/rules/picture-rules.ts'
import { composeArticles } from './compose-articles.ts'
import { articleCategories } from './data/article-categories.ts'
import { articles1 } from './data/articles-1.ts'
import { articles2 } from './data/articles-2.ts'
import { articles3 } from './data/articles-3.ts'
import { materialArticles } from './data/articles-materials.ts'
import { sourceArticles } from './data/articles-sources.ts'
import type { SeedArticle } from './data/seed-types.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { createRandom } from './pictures/random.ts'
import { toHtml } from './seed-html.ts'
import type { SubjectIds } from './seed-structure.ts'
import { seedSubjects } from './seed-subjects.ts'

/** All articles. */
export const seedArticles: readonly SeedArticle[] = [
  ...articles1,
  ...articles2,
  ...articles3,
  ...materialArticles,
  ...sourceArticles,
  ...composeArticles(),
]

export function articlePicture(index: number): string {
  return `article-${String(index + 1).padStart(2, '0')}`
}

const newestArticle = Date.parse('2025-09-28T01:30:00Z')

/** A few days apart, in an order that mixes the subjects. */
function spread(newest: number, seed: string, count: number): (index: number) => Date {
  const order = createRandom(seed).shuffle(Array.from({ length: count }, (_, index) => index))
  return (index) =>
    new Date(newest - (order[index] ?? 0) * 3 * dayMs - createRandom(`${seed}/${index}`).int(0, 600) * 60_000)
}

/** Its title picture, after the first paragraph. */
function titlePicture(article: SeedArticle, index: number): string {
  const url = pictureUrl('cover', articlePicture(index))
  const size = generatedPictureSize(url)
  const college = seedSubjects.find(({ subject }) => subject === article.subject)?.college ?? '学园编辑部'
  return `<figure><img src="${url}" alt="" width="${size?.width}" height="${size?.height}"><figcaption>题图　${college}</figcaption></figure>`
}

/** Articles by category. */
export async function seedAllArticles(
  trx: DatabaseTransaction,
  subjects: ReadonlyMap<string, SubjectIds>,
): Promise<void> {
  const categoryIds = await insertForIds(
    trx,
    'articleCategories',
    articleCategories.map(({ name, path }, sort) => ({ name, path, sort })),
  )
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
      contentHtml: toHtml(article.body, titlePicture(article, index)),
      author: article.author,
      status: PublishStatus.published,
      publishedAt: publishedAt(index),
      viewCount: createRandom(`views/${article.title}`).int(180, 9600),
    })),
  )
}
