import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { PaperState } from '#shared/contract/enums.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { examPapers } from './data/exam-papers.ts'
import { publishedAt } from './product-values.ts'

/** The papers of the demo with their questions. When they are taken depends on now: the seed's job places that. */
export async function seedExams(trx: DatabaseTransaction): Promise<void> {
  const names = examPapers.flatMap(({ course }) => course ?? [])
  const courses = await trx
    .selectFrom('products')
    .select(['products.id', 'products.name'])
    .where('products.name', 'in', names)
    .execute()
  const idOf = new Map(courses.map(({ id, name }) => [name, id]))
  const ids = await insertForIds(
    trx,
    'examPapers',
    examPapers.map((paper) => {
      const at = publishedAt(paper.title)
      return {
        productId: paper.course === undefined ? null : must(idOf.get(paper.course), paper.course),
        title: paper.title,
        intro: paper.intro,
        durationMin: paper.minutes ?? null,
        attemptsAllowed: paper.attempts,
        reveal: paper.reveal,
        halfForPart: paper.halfForPart ?? true,
        totalScore: paper.questions.reduce((sum, { score }) => sum + score, 0),
        questionCount: paper.questions.length,
        state: PaperState.published,
        createdAt: at,
        updatedAt: at,
        publishedAt: at,
      }
    }),
  )
  await insertRows(
    trx,
    'examQuestions',
    examPapers.flatMap(({ title, questions }, index) =>
      questions.map((question, sort) => ({
        paperId: must(ids[index], title),
        sort,
        kind: question.kind,
        stem: question.stem,
        picture: question.picture ? pictureUrl('exam', question.picture) : null,
        options: JSON.stringify(question.options.map((text, key) => ({ key, text }))),
        answer: JSON.stringify(question.key),
        explanation: question.explanation,
        score: question.score,
      })),
    ),
  )
}
