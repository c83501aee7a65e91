import { buildStaff, type Learner } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'
import { uploadFile } from './backend-uploads.ts'
import { buildClassWithHomework, type ClassWithHomework, handInFor } from './homework-steps.ts'
import { buildLessonTeacher } from './live-rooms.ts'
import { makePicture } from './upload-samples.ts'

export interface Excellent extends ClassWithHomework {
  readonly id: number
  readonly url: string
  readonly teacher: Learner
}

/** What learner, teacher and office do about homework on the works wall. */
export function wallSteps(backend: TestBackend) {
  /** Homework with a photo in a college that has a wall, corrected and called excellent. */
  async function buildExcellent(bytes?: Buffer): Promise<Excellent> {
    const lesson = await buildClassWithHomework(backend, { title: '一组静物' })
    const { id: collegeId } = await backend.db
      .insertInto('colleges')
      .values({ name: `画室 ${crypto.randomUUID()}`, path: `wall-${crypto.randomUUID()}` })
      .returning('colleges.id')
      .executeTakeFirstOrThrow()
    await backend.db.insertInto('workCategories').values({ collegeId, name: '素描' }).execute()
    await backend.db.updateTable('products').set({ collegeId }).where('products.id', '=', lesson.courseId).execute()
    const teacher = await buildLessonTeacher(backend, lesson)
    const photo = bytes ?? (await makePicture().png().toBuffer())
    const url = await uploadFile(backend, lesson.learner.cookie, { name: '作业.png', bytes: photo, key: 'study' })
    const { id } = await handInFor(backend, lesson, { content: '光从左上来', files: [url] })
    const work = { ...lesson, teacher, url, id: id ?? 0 }
    const as = backend.as(teacher.cookie)
    await as.call('POST /api/teach/homework/correct', { id: work.id, version: 1, score: 96, comment: '结构很稳' })
    await as.call('POST /api/teach/homework/excellent', { id: work.id, isExcellent: true })
    return work
  }

  const consent = ({ id, learner }: Excellent, mayShow: boolean) =>
    backend.as(learner.cookie).call('POST /api/user/homework/consent', { id, mayShow })
  const workOf = ({ id }: Excellent) =>
    backend.db.selectFrom('studentWorks').selectAll().where('studentWorks.homeworkId', '=', id).executeTakeFirst()
  const publish = async (id: number) => {
    const { cookie } = await buildStaff(backend, 'education')
    return backend.as(cookie).call('POST /api/staff/work/save', { id, status: 1 })
  }
  const detail = (id: number) => backend.as('').call('GET /api/student-work/details', { id })
  return { buildExcellent, consent, detail, publish, workOf }
}
