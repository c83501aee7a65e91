import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertRows, must } from '#server/backend/db/insert-rows.ts'
import { homeworkTasks } from './data/homework-tasks.ts'
import { publishedAt } from './product-values.ts'

/** What the lessons of the demo ask; their lessons say from then on that they have homework. */
export async function seedHomework(trx: DatabaseTransaction): Promise<void> {
  const periods = await trx
    .selectFrom('periods')
    .innerJoin('products', 'products.id', 'periods.courseId')
    .select(['periods.id', 'periods.title', 'products.name'])
    .where('products.name', 'in', [...new Set(homeworkTasks.map(({ course }) => course))])
    .execute()
  const idOf = new Map(periods.map(({ id, title, name }) => [`${name}\n${title}`, id]))
  const rows = homeworkTasks.map(({ course, lesson, title, requirement, dueHours }) => {
    const at = publishedAt(course)
    return {
      periodId: must(idOf.get(`${course}\n${lesson}`), `${course}: ${lesson}`),
      title,
      requirement,
      dueHours: dueHours ?? null,
      createdAt: at,
      updatedAt: at,
    }
  })
  await insertRows(trx, 'homeworkTasks', rows)
  const periodIds = rows.map(({ periodId }) => periodId)
  await trx.updateTable('periods').set({ hasHomework: true }).where('periods.id', 'in', periodIds).execute()
}
