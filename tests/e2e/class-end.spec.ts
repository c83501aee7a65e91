import { expect as impatient, type Page } from 'playwright/test'
import { test } from '../support/learner-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { newOwnSeat, type OwnClassroom, startOwnClassroom } from '../support/own-classroom.ts'
import { keepPicture, openRoom, roomFaults } from '../support/room-steps.ts'

/** One machine carries the school and its browsers: each wait may be long, none is a pause. */
const expect = impatient.configure({ timeout: 40_000 })

test.describe('a class’s evening', () => {
  test.describe.configure({ mode: 'serial', timeout: 200_000 })
  let school: OwnClassroom
  let learner: Page
  let late: Page

  test.beforeAll(async ({ browser }) => {
    // a hook doesn't get the tests' time by itself
    test.setTimeout(200_000)
    school = await startOwnClassroom()
    learner = await newOwnSeat(browser, school, 'learner')
    late = await newOwnSeat(browser, school, 'learner')
    await openRoom(learner, school.data.evening, school.base)
  })
  test.afterAll(async () => {
    await Promise.all([learner, late].map((page) => page?.context().close()))
    await school?.stop()
  })

  test('ends by the teacher: summary, stars, next, a replay', async ({ browser }) => {
    const teacher = await newOwnSeat(browser, school, 'teacher')
    await openRoom(teacher, school.data.evening, school.base)
    await teacher.getByRole('button', { name: '管理课堂' }).click()
    await teacher.getByRole('button', { name: '结束这节课' }).click()
    await teacher.getByRole('button', { name: '确定下课' }).click()
    await expect(learner.getByRole('heading', { name: '下课了' })).toBeVisible()
    await expect(learner.getByText(/你上了 \d+ 分钟，这节课 [12]\d 分钟/)).toBeVisible()
    await expect(learner.getByText('学这门课为了：能独立画完一张静物')).toBeVisible()
    await expect(learner.getByText(/下一节.*静物上色/)).toBeVisible()
    await expect(learner.locator('video')).toHaveCount(0)
    await expect(learner.getByRole('dialog')).toHaveCount(0)
    await expect(learner.getByRole('button', { name: '看回放' })).toBeVisible()
    expect(await roomFaults(learner)).toEqual([])

    await learner.getByRole('button', { name: '5 星，很满意' }).click()
    await expect(learner.getByText('你的评价：很满意')).toBeVisible()
    await expect(learner.getByRole('button', { name: '评价', exact: true })).toHaveCount(0)
    await learner.getByRole('button', { name: '看回放' }).click()
    await expect(learner.locator('video').first()).toBeVisible()
    await teacher.context().close()
  })

  test('has a class after it, with a reminder’s switch', async () => {
    await openPage(learner, `${school.base}${school.data.later}`)
    const reminder = learner.getByRole('switch', { name: '开课前半小时发消息提醒我' })
    await expect(reminder).toHaveAttribute('aria-checked', 'false')
    await reminder.focus()
    await learner.keyboard.press('Space')
    await expect(reminder).toHaveAttribute('aria-checked', 'true')
    await openPage(learner, `${school.base}${school.data.later}`)
    await expect(reminder).toHaveAttribute('aria-checked', 'true')
    await keepPicture(learner, 'reminder-wide')
    expect(await roomFaults(learner)).toEqual([])
  })

  test('is not rated by who never came', async ({ browser }) => {
    const absent = await newOwnSeat(browser, school, 'watcher')
    await openPage(absent, `${school.base}${school.data.evening}`)
    await expect(absent.getByText(/^这节课 [12]\d 分钟$/)).toBeVisible()
    await expect(absent.getByRole('group', { name: '给这节课评分' })).toHaveCount(0)
    await absent.context().close()
  })

  test('ends by the clock; a running next is entered', async () => {
    await openPage(late, `${school.base}${school.data.closing}`)
    await expect(late.getByRole('heading', { name: '下课了' })).toBeVisible({ timeout: 160_000 })
    await expect(late.getByText(/下一节.*下半堂/)).toBeVisible()
    await expect(late.getByText('正在上课', { exact: true })).toBeVisible()
    await late.getByRole('link', { name: '进入教室' }).click()
    await expect(late.getByRole('heading', { level: 1 })).toContainText('下半堂')
  })
})
