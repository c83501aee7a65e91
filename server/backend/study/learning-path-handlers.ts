import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { learningPathApi } from '#shared/contract/learning-path.ts'
import { readLearningPath } from './course/learning-path.ts'
import { readMyCourses } from './course/my-courses.ts'
import { findOwnProduct, listOwnProducts, type OwnProduct } from './course/own-product-store.ts'

const lectureType = LectureType.classSystem
const first = { pageNum: 1, pageSize: 1 }

export const learningPathHandlers: Handlers<typeof learningPathApi> = {
  async mine(ctx, page, { userId }) {
    const now = new Date(ctx.clock.now())
    const products = await listOwnProducts(ctx.db, userId, { lectureType, page }, now)
    const courses = await readMyCourses(ctx.db, userId, products, now)
    return courses.map(({ courseId, name, coverImg, progress, endDate, isOver, scheduleName }) => ({
      id: courseId,
      name,
      coverImg,
      progress,
      endDate,
      isOver,
      scheduleName,
    }))
  },

  async mineDetail(ctx, { id }, { userId }) {
    const now = new Date(ctx.clock.now())
    const find = async (): Promise<OwnProduct | undefined> =>
      id === undefined
        ? (await listOwnProducts(ctx.db, userId, { lectureType, page: first }, now))[0]
        : findOwnProduct(ctx.db, userId, id, now)
    const product = await find()
    if (product?.lectureType === lectureType) return readLearningPath(ctx.db, userId, product, now)
    if (id === undefined) return null
    throw new ApiError(Code.NotFound, '没有找到这个系统班')
  },
}
