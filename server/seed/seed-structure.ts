import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { CourseTypeKind } from '#shared/contract/enums.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import type { SeedSubject } from './data/seed-types.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { seedSubjects } from './seed-subjects.ts'

/** 老师 of a college's page: a row of them. */
const teachersInRow = 6

/** The keys of one subject's college, types and teachers. */
export interface SubjectIds {
  readonly collegeId: number
  readonly subjectOneId: number
  /** By path. */
  readonly directions: ReadonlyMap<string, number>
  /** By path. */
  readonly classTypes: ReadonlyMap<string, number>
  /** By key. */
  readonly teachers: ReadonlyMap<string, number>
}

/** The picture of a teacher's WeChat code; the site draws it. */
function teacherQr(key: string): string {
  return `/media/qr/wechat/xueyuan-${key}.svg`
}

function keyed(keys: readonly string[], ids: readonly number[]): Map<string, number> {
  return new Map(keys.map((key, index) => [key, must(ids[index], key)]))
}

/** Colleges, course types, learn directions and teachers; answers their keys by subject. */
export async function seedStructure(trx: DatabaseTransaction): Promise<Map<string, SubjectIds>> {
  const all = new Map<string, SubjectIds>()
  for (const [index, subject] of seedSubjects.entries())
    all.set(subject.subject, await seedSubject(trx, subject, index))
  return all
}

/** Teachers of a college, in its order; `index`: the college's own place. */
async function seedTeachers(
  trx: DatabaseTransaction,
  subject: SeedSubject,
  collegeId: number,
  index: number,
): Promise<number[]> {
  const teacherIds = await insertForIds(
    trx,
    'teachers',
    subject.teachers.map((teacher, place) => ({
      name: teacher.name,
      headImg: pictureUrl('portrait', teacher.key),
      title: teacher.title,
      intro: teacher.intro,
      wechat: `xueyuan-${teacher.key}`,
      wechatQr: teacherQr(teacher.key),
      // the first six fill a row of the college's page
      isElegant: teacher.elegant ?? place < teachersInRow,
      // the school's list takes one teacher of each college in turn
      sort: place * 10 + index,
    })),
  )
  await insertRows(
    trx,
    'collegeTeachers',
    teacherIds.map((teacherId, sort) => ({ collegeId, teacherId, sort })),
  )
  return teacherIds
}

async function seedSubject(trx: DatabaseTransaction, subject: SeedSubject, index: number): Promise<SubjectIds> {
  const path = subject.subject
  const college = await insertForIds(trx, 'colleges', [
    {
      name: subject.college,
      path,
      smallTitle: subject.smallTitle,
      intro: subject.intro,
      coverImg: pictureUrl('cover', `college-${path}`),
      autoplay: true,
      sort: index + 1,
    },
  ])
  const collegeId = must(college[0], subject.college)
  // 'video' is a reserved segment of the course list's address
  const typePath = path === 'video' ? 'film' : path
  const one = await insertForIds(trx, 'courseTypes', [
    { kind: CourseTypeKind.subject, name: subject.name, path: typePath, collegeId, sort: index + 1 },
  ])
  const subjectOneId = must(one[0], subject.name)
  const directionIds = await insertForIds(
    trx,
    'courseTypes',
    subject.directions.map((direction, sort) => ({
      parentId: subjectOneId,
      kind: CourseTypeKind.direction,
      name: direction.name,
      path: direction.path,
      collegeId,
      sort,
    })),
  )
  const classTypeIds = await insertForIds(
    trx,
    'courseTypes',
    subject.classTypes.map(([typeKey, name], sort) => ({
      parentId: subjectOneId,
      kind: CourseTypeKind.classDirection,
      name,
      path: typeKey,
      collegeId,
      sort,
    })),
  )
  const directions = keyed(
    subject.directions.map((direction) => direction.path),
    directionIds,
  )
  await insertRows(
    trx,
    'learnDirections',
    subject.directions.map((direction, sort) => ({
      collegeId,
      courseTypeId: must(directions.get(direction.path), direction.path),
      name: direction.name,
      img: pictureUrl('icon', `direction-${path}-${direction.path}`),
      url: `/course/${typePath}/${direction.path}`,
      note: direction.note,
      sort,
    })),
  )
  const teacherIds = await seedTeachers(trx, subject, collegeId, index)
  return {
    collegeId,
    subjectOneId,
    directions,
    classTypes: keyed(
      subject.classTypes.map(([typeKey]) => typeKey),
      classTypeIds,
    ),
    teachers: keyed(
      subject.teachers.map((teacher) => teacher.key),
      teacherIds,
    ),
  }
}
