import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { type DemoRoomContent, demoRoomsKey } from '#server/backend/classroom/room/demo-room-content-store.ts'
import { LectureType, RoomKind } from '#shared/contract/enums.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { alwaysOnLive } from './always-on.ts'
import { gifts } from './data/gifts.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'

/** Question rooms never end by themselves: nothing in the seed knows what time it is. */
const roomsBegin = new Date('2024-01-01T00:00:00+08:00')
const roomsEnd = new Date('2038-01-01T00:00:00+08:00')

/** Told in class, and to developers; in the seed its hash stands, so that the seed is the same each time. */
export const answerRoomPassword = 'xiaowu2026'
const answerRoomPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$jxwrfkqQ01Vm4fCrk8R9Eg$+e8Kptu9gbjZlRgEuGBighQhOJ5iPYvwWOydcDWmuQk'

const saleCouponName = '系统班专用券'
const prizeCouponName = '朋友送的见面礼'

interface OpenCourse {
  id: number
  name: string
  collegeId: number | null
}

/** Gifts, rooms for questions, and what hangs in the rooms of open classes when they are opened. */
export async function seedRooms(trx: DatabaseTransaction): Promise<void> {
  await insertRows(
    trx,
    'gifts',
    gifts.map(({ name }, index) => ({ name, img: giftPicture(index), sort: (index + 1) * 10 })),
  )
  const courses = await trx
    .selectFrom('products')
    .select(['products.id', 'products.name', 'products.collegeId'])
    .where('products.isOpenLive', '=', true)
    .orderBy('products.id')
    .execute()
  await seedRoomContent(trx, courses)
  await seedAnswerRooms(
    trx,
    must(
      courses.find(({ name }) => name === alwaysOnLive),
      alwaysOnLive,
    ),
  )
}

export function giftPicture(index: number): string {
  return pictureUrl('icon', `gift-${index + 1}`)
}

async function couponId(trx: DatabaseTransaction, name: string): Promise<number> {
  const row = await trx.selectFrom('coupons').select('coupons.id').where('coupons.name', '=', name).executeTakeFirst()
  return must(row, name).id
}

async function seedRoomContent(trx: DatabaseTransaction, courses: readonly OpenCourse[]): Promise<void> {
  const systems = await trx
    .selectFrom('products')
    .select(['products.id', 'products.collegeId'])
    .where('products.lectureType', '=', LectureType.classSystem)
    .orderBy('products.sort')
    .orderBy('products.id')
    .execute()
  const sale = await couponId(trx, saleCouponName)
  const prize = await couponId(trx, prizeCouponName)
  const value = Object.fromEntries(
    courses.map(({ id, collegeId }): [string, DemoRoomContent] => [
      String(id),
      {
        notice: '课上有问题直接发在聊天里，老师讲完一段统一回答。作业在下一讲开始前交。',
        saleProductId: systems.find((system) => system.collegeId === collegeId)?.id ?? null,
        pendants: [{ type: 'coupon', title: saleCouponName, img: null, url: `/coupon?couponId=${sale}`, refId: sale }],
        activity: {
          name: '课间抽奖',
          drawsPerUser: 3,
          prizes: [
            { name: '60 元课程券', img: giftPicture(1), kind: 'coupon', refId: prize, weight: 2000, stock: 30 },
            { name: '印花速写本', img: giftPicture(0), kind: 'goods', refId: null, weight: 300, stock: 3 },
            { name: '结课书签', img: giftPicture(6), kind: 'goods', refId: null, weight: 1200, stock: 20 },
          ],
        },
      },
    ]),
  )
  await insertRows(trx, 'siteConfigs', [{ configKey: demoRoomsKey, value: JSON.stringify(value) }])
}

/** One for everybody, one behind a password, one for a class, one that is closed. */
async function seedAnswerRooms(trx: DatabaseTransaction, course: OpenCourse): Promise<void> {
  const teacher = must(
    await trx
      .selectFrom('productTeachers')
      .select('productTeachers.teacherId')
      .where('productTeachers.productId', '=', course.id)
      .orderBy('productTeachers.sort')
      .limit(1)
      .executeTakeFirst(),
    'the teacher of the question rooms',
  )
  const room = {
    kind: RoomKind.answer,
    teacherId: teacher.teacherId,
    beginAt: roomsBegin,
    endAt: roomsEnd,
    createdAt: roomsBegin,
  }
  const ids = await insertForIds(
    trx,
    'liveRooms',
    [
      { ...room, title: '公开答疑室', notice: '先写清楚卡在哪一步，再贴上自己的过程，回答会快很多。' },
      { ...room, title: '作业点评室', passwordHash: answerRoomPasswordHash, notice: '按到场顺序点评，一人一份作业。' },
      { ...room, title: `${course.name} 班级答疑室`, productId: course.id, notice: '只答本班课上的内容。' },
      { ...room, title: '上一期答疑室', isOpen: false },
    ].map((row) => ({ productId: null, passwordHash: null, notice: null, isOpen: true, ...row })),
  )
  await insertRows(
    trx,
    'imGroups',
    ids.map((roomId) => ({ roomId, groupKey: `room-${roomId}` })),
  )
  await trx
    .updateTable('classSchedules')
    .set({ notice: '课后到作业点评室交流，密码由老师在课上告诉大家。带上自己的作业，按到场顺序点评。' })
    .where('classSchedules.productId', '=', course.id)
    .execute()
}
