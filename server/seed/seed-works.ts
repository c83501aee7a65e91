import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { createRandom } from './pictures/random.ts'
import type { SubjectIds } from './seed-structure.ts'
import { handWorks, mediaOf, seedWorks, workPictureName } from './work-media.ts'
import { workSize } from './work-size.ts'

const newest = Date.parse('2025-09-20T12:00:00Z')

/** When each came out: two days apart; those of the first file stand evenly between the others, which keep their order. */
function publishDates(): Date[] {
  const random = createRandom('works')
  const handOrder = random.shuffle(Array.from({ length: handWorks }, (_, index) => index))
  const others = Array.from({ length: seedWorks.length - handWorks }, (_, index) => handWorks + index)
  const every = Math.floor(seedWorks.length / handWorks)
  const order: number[] = []
  for (const index of others) {
    if (order.length % every === 0 && handOrder.length > 0) order.push(handOrder.pop() as number)
    order.push(index)
  }
  const places = new Map([...order, ...handOrder].map((index, place) => [index, place]))
  return seedWorks.map(
    (_, index) => new Date(newest - (places.get(index) ?? 0) * 2 * dayMs - random.int(0, 600) * 60_000),
  )
}

/** Student works by college and category, with what was handed in. */
export async function seedAllWorks(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  const categories = [...new Set(seedWorks.map((work) => `${work.subject}/${work.category}`))]
  const categoryIds = await insertForIds(
    trx,
    'workCategories',
    categories.map((key, sort) => {
      const [subject = '', name = ''] = key.split('/')
      return { collegeId: must(subjects.get(subject), subject).collegeId, name, sort }
    }),
  )
  const categoryOf = new Map(categories.map((key, index) => [key, must(categoryIds[index], key)]))
  const publishedAt = publishDates()
  const ids = await insertForIds(
    trx,
    'studentWorks',
    seedWorks.map((work, index) => {
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
        status: PublishStatus.published,
        publishedAt: publishedAt[index] ?? new Date(newest),
        viewCount: createRandom(`views/${work.title}`).int(90, 4200),
      }
    }),
  )
  await insertRows(
    trx,
    'studentWorkImages',
    ids.flatMap((workId, index) => mediaOf(index).map((item, position) => ({ workId, sort: position + 1, ...item }))),
  )
}
