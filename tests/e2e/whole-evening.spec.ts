import { expect as impatient, type Locator, type Page } from 'playwright/test'
import { overhang } from '../support/axe.ts'
import { test } from '../support/learner-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { newOwnSeat, type OwnClassroom, startOwnClassroom } from '../support/own-classroom.ts'
import { keepPicture, newSeat, openRoom, roomFaults, sayUntilHeard, waitForPicture } from '../support/room-steps.ts'
import { ffmpegNote, hasFfmpeg, type Publisher, publish } from '../support/rtmp-publisher.ts'

/** One machine carries the school, five browsers and the teacher's programme: each wait may be long, none is a pause. */
const expect = impatient.configure({ timeout: 60_000 })

/** Of the picture that the teacher sends. */
const size = { text: '640x360', width: 640 }
const phone = { width: 390, height: 844 }

/** What somebody said, in a chat. */
const line = (page: Page, words: string): Locator => page.locator('[data-seq]').filter({ hasText: words })

test.describe(`a teacher and three learners hold a class${ffmpegNote}`, () => {
  test.skip(!hasFfmpeg)
  test.describe.configure({ mode: 'serial', timeout: 300_000 })
  /** What is to be ended whatever happened. */
  const endings: (() => Promise<unknown>)[] = []
  let school: OwnClassroom
  let path: string
  let visitor: Page
  let teacher: Page
  let one: Page
  let two: Page
  let three: Page
  let learners: Page[]
  let everybody: Page[]
  let stream: Publisher | undefined

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(300_000)
    school = await startOwnClassroom({ streams: true })
    endings.push(school.stop)
    path = school.data.coming
    visitor = await newSeat(browser)
    teacher = await newOwnSeat(browser, school, 'teacher')
    one = await newOwnSeat(browser, school, 'learner')
    two = await newOwnSeat(browser, school, 'watcher')
    three = await newOwnSeat(browser, school, 'third')
    learners = [one, two, three]
    everybody = [teacher, ...learners]
    endings.push(() => Promise.all(everybody.map((page) => page.context().close())))
    await three.setViewportSize(phone)
  })
  test.afterAll(async () => {
    await Promise.allSettled(endings.splice(0).map((end) => end()))
  })

  const pictures = (stage: string): Promise<unknown> =>
    Promise.all([keepPicture(one, `${stage}-wide`), keepPicture(three, `${stage}-narrow`)])
  const manage = async (part: string): Promise<Locator> => {
    await teacher.getByRole('button', { name: '管理课堂' }).click()
    const care = teacher.getByRole('dialog', { name: '管理课堂' })
    await care.getByRole('button', { name: part }).click()
    return care
  }

  test('waiting: its door, its time, who has come', async () => {
    await test.step('its door names the class, its time and its price to who isn’t logged in', async () => {
      await openPage(visitor, `${school.base}${path}`)
      await expect(visitor.getByRole('heading', { level: 1, name: '明暗交界线' })).toBeAttached()
      await expect(visitor.getByText('¥199')).toBeVisible()
      await expect(visitor.getByRole('dialog')).toBeVisible()
      await keepPicture(visitor, '1-door-wide')
      await visitor.setViewportSize(phone)
      expect(await overhang(visitor)).toBeLessThanOrEqual(0)
      await keepPicture(visitor, '1-door-narrow')
      await visitor.context().close()
    })

    await test.step('who comes early sees what it will be, how long that is, and who else has come', async () => {
      for (const page of learners) {
        await openPage(page, `${school.base}${path}`)
        await expect(page.getByRole('timer')).toBeVisible()
        await expect(page.getByText('林老师').first()).toBeVisible()
      }
      await expect(one.getByText('能独立画完一张静物')).toBeVisible()
      await expect(one.getByText('3 人已经到了')).toBeVisible()
      await expect(three.getByText('3 人已经到了')).toBeVisible()
      await pictures('2-waiting')
      expect(await roomFaults(one)).toEqual([])
    })
  })

  test('begins, is seen and talked in', async () => {
    await test.step('the teacher begins before its time, and everybody’s page moves on by itself', async () => {
      await openRoom(teacher, path, school.base)
      await keepPicture(teacher, '3-teacher-before')
      const care = await manage('现在开始')
      await care.getByRole('button', { name: '确定开始' }).click()
      for (const page of learners) await expect(page.getByText('老师还没有开播')).toBeVisible()
      await pictures('4-begun')
    })

    await test.step('what the teacher’s programme sends is seen by all without a press', async () => {
      const care = await manage('显示推流码')
      const [server, key] = await care.locator('code').allInnerTexts()
      stream = publish(`${server}/${key}`, 560, { size: size.text })
      endings.push(stream.stop)
      for (const page of learners) await waitForPicture(page, size.width, 60_000)
      await expect(care.getByText(/360p|640.*360/)).toBeVisible()
      await keepPicture(teacher, '5-teacher-cares')
      await teacher.keyboard.press('Escape')
    })

    await test.step('they talk', async () => {
      await sayUntilHeard(teacher, '大家晚上好，今天画明暗交界线')
      await sayUntilHeard(one, '老师好，铅笔备好了')
      await sayUntilHeard(three, '我也在')
      for (const page of everybody)
        for (const words of ['今天画明暗交界线', '铅笔备好了', '我也在']) await expect(line(page, words)).toHaveCount(1)
      await pictures('6-class')
      await keepPicture(teacher, '6-class-teacher')
      expect(await roomFaults(two)).toEqual([])
    })
  })

  test('is heard alone, and heals after a cut', async () => {
    await test.step('who wants only to listen does, and has the picture again with one press', async () => {
      const quality = two.getByRole('button', { name: /^清晰度/ })
      await quality.click()
      const heights = two.getByRole('menuitemradio', { name: '360P' })
      await expect(heights).toBeVisible()
      await two.getByRole('menuitemradio', { name: '只听声音' }).click()
      await expect(two.getByText('画面关着，声音在放')).toBeVisible()
      const isHeard = () =>
        two.locator('video').evaluate((video: HTMLVideoElement) => [video.videoWidth, video.currentTime] as const)
      await expect.poll(async () => (await isHeard())[0]).toBe(0)
      const [, at] = await isHeard()
      await expect.poll(async () => (await isHeard())[1]).toBeGreaterThan(at + 1)
      await keepPicture(two, '6-sound-wide')
      await two.getByRole('button', { name: '打开画面' }).click()
      await waitForPicture(two, size.width, 60_000)
      await quality.click()
      await heights.click()
      await expect(quality).toHaveText(/360P/)
      await waitForPicture(two, size.width, 60_000)
    })

    await test.step('who loses the line knows it, and has picture and chat again by themselves', async () => {
      for (const page of [one, three]) await page.context().setOffline(true)
      for (const page of [one, three]) await expect(page.getByText('网络中断，正在重连…')).toBeVisible()
      await pictures('7-cut')
      await sayUntilHeard(teacher, '先看暗部，再看反光')
      await sayUntilHeard(two, '听得清楚')
      for (const page of [one, three]) await page.context().setOffline(false)
      for (const page of [one, three]) {
        await expect(page.getByText('网络中断，正在重连…')).toBeHidden()
        await expect(line(page, '先看暗部，再看反光')).toHaveCount(1)
        await expect(line(page, '听得清楚')).toHaveCount(1)
        await waitForPicture(page, size.width, 60_000)
      }
      await sayUntilHeard(one, '刚才断了一下，回来了')
      await expect(line(two, '刚才断了一下，回来了')).toHaveCount(1)
      await pictures('8-healed')
    })
  })

  test('ends with homework and the next class', async () => {
    await test.step('the teacher ends it: what it was, what comes next, and what to do at home', async () => {
      const care = await manage('结束这节课')
      await care.getByRole('button', { name: '确定下课' }).click()
      for (const page of learners) {
        await expect(page.getByRole('heading', { name: '下课了' })).toBeVisible()
        await expect(page.getByText(/^你上了 \d+ 分钟，这节课 \d+ 分钟/)).toBeVisible()
        await expect(page.getByText('老师留了作业，下一节课前做完')).toBeVisible()
        await expect(page.getByText(/下一节.*陶罐与布/)).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      expect(await stream?.ended).not.toBe(0)
      await expect(teacher.getByText('学员会收到作业的提醒')).toBeVisible()
      await pictures('9-over')
      await keepPicture(teacher, '9-over-teacher')
      expect(await roomFaults(two)).toEqual([])
    })
  })

  test('is rated and watched again', async () => {
    await test.step('it is rated by keys, each star with its word', async () => {
      const stars = one.getByRole('group', { name: '给这节课评分' })
      await stars.getByRole('button').first().focus()
      for (let step = 0; step < 4; step += 1) await one.keyboard.press('Tab')
      await one.keyboard.press('Enter')
      await expect(one.getByText('你的评价：很满意')).toBeVisible()
      await expect(one.getByText('你的评价：很满意')).toBeFocused()
      await three.getByRole('button', { name: '4 星，满意' }).click()
      await expect(three.getByText('你的评价：满意')).toBeVisible()
      await pictures('10-rated')
    })

    await test.step('its replay comes when it is whole, and begins by a press', async () => {
      for (const page of [one, three]) {
        const watch = page.getByRole('button', { name: '看回放' })
        await expect(watch).toBeVisible()
        await expect(page.locator('video')).toHaveCount(0)
        await watch.click()
        await waitForPicture(page, size.width, 60_000)
        await expect(page.getByText('回放', { exact: true }).first()).toBeVisible()
      }
      await pictures('11-replay')
    })
  })
})
