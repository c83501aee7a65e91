import { createHash } from 'node:crypto'
import type { Handlers } from '#server/backend/http/binding.ts'
import {
  getProduct,
  listSchedulesOf,
  listTeachersOf,
  type ProductRow,
} from '#server/backend/catalogue/course/product-store.ts'
import { serviceText } from '#server/backend/catalogue/course/service-text.ts'
import type { Database } from '#server/backend/db/database.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { ClassSystemDetail, type classesApi } from '#shared/contract/classes.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'
import {
  countClassSystems,
  findClassSystemCards,
  findDraft,
  listClassSystemIds,
  listClassSystemTypes,
  listMoreClassSystemIds,
  listStages,
  toTypeRef,
} from './classes-store.ts'

const moreClassSystems = 4

async function getClassSystem(db: Database, id: number): Promise<ProductRow> {
  const product = await getProduct(db, id)
  if (product.lectureType !== LectureType.classSystem) throw new ApiError(Code.NotFound)
  return product
}

export const classesHandlers: Handlers<typeof classesApi> = {
  async list(ctx, input) {
    const [ids, total] = await Promise.all([listClassSystemIds(ctx.db, input, input), countClassSystems(ctx.db, input)])
    return toPage(await findClassSystemCards(ctx.db, ids, shanghaiDay(ctx.clock.now())), total, input)
  },

  async detail(ctx, input) {
    const product = await getClassSystem(ctx.db, input.id)
    const [stages, teachers, schedules] = await Promise.all([
      listStages(ctx.db, product.id),
      listTeachersOf(ctx.db, product.id),
      listSchedulesOf(ctx.db, product.id, ctx.clock.now()),
    ])
    const courses = stages.flatMap((stage) => stage.courses)
    return {
      id: product.id,
      name: product.name,
      coverImg: product.coverImg ?? '',
      learnAim: product.learnAim ?? '',
      introHtml: product.introHtml ?? '',
      price: toYuan(product.priceFen),
      originPrice: product.originPriceFen === null ? null : toYuan(product.originPriceFen),
      isCharge: product.isCharge,
      lectureType: product.lectureType,
      stages,
      teachers,
      schedules,
      suits: product.suits,
      serviceTime: product.serviceDays,
      serviceText: serviceText(product.serviceDays),
      courseCount: courses.length,
      periodCount: courses.reduce((sum, course) => sum + course.periodCount, 0),
      totalDuration: courses.reduce((sum, course) => sum + course.totalDuration, 0),
      studyCount: product.studyCount,
      college: toTypeRef(product.collegeId, product.collegeName, product.collegePath),
      subjectOne: toTypeRef(product.oneId, product.oneName, product.onePath),
      subjectTwo: toTypeRef(product.twoId, product.twoName, product.twoPath),
      publishDate: (product.publishedAt ?? product.createdAt).getTime(),
    }
  },

  async temporary(ctx, input) {
    if (!input.token) throw new ApiError(Code.NotFound)
    const hash = createHash('sha256').update(input.token).digest()
    const draft = ClassSystemDetail.safeParse(await findDraft(ctx.db, hash, input.id, new Date(ctx.clock.now())))
    if (!draft.success) throw new ApiError(Code.NotFound)
    return draft.data
  },

  async type(ctx) {
    return listClassSystemTypes(ctx.db)
  },

  async more(ctx, input) {
    await getClassSystem(ctx.db, input.id)
    const ids = await listMoreClassSystemIds(ctx.db, input.id, moreClassSystems)
    return findClassSystemCards(ctx.db, ids, shanghaiDay(ctx.clock.now()))
  },
}
