import { expect, type Locator, type Page, test } from 'playwright/test'
import { openPage } from '../support/login-steps.ts'
import { newOwnSeat, type OwnClassroom, startOwnClassroom } from '../support/own-classroom.ts'
import { behindClock, newSeat, openRoom, say, sayUntilHeard } from '../support/room-steps.ts'

/** What has to come over from another browser, on a machine that does much else. */
const crossing = { timeout: 15_000 }

/** What somebody said, in a chat. */
function line(page: Page, words: string): Locator {
  return page.locator('[data-seq]').filter({ hasText: words })
}

/** The picture plays; browsers that want a click first get one. */
async function letPlay(page: Page): Promise<void> {
  await expect(async () => {
    const begin = page.getByRole('button', { name: '开始播放' })
    if (await begin.isVisible()) await begin.click({ timeout: 1000 })
    expect(
      await page
        .locator('video')
        .first()
        .evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0 && video.readyState >= 2),
    ).toBe(true)
  }).toPass({ timeout: 20_000 })
}

// A tool that isn't there is told of soon.
test.use({ actionTimeout: 15_000 })

test.describe('in classes of their own', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  let site: OwnClassroom
  let teacher: Page
  let learner: Page

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(120_000)
    site = await startOwnClassroom()
    teacher = await newOwnSeat(browser, site, 'teacher')
    learner = await newOwnSeat(browser, site, 'learner')
    await teacher.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.base })
    await Promise.all([teacher, learner].map((page) => openRoom(page, site.data.live, site.base)))
  })
  test.afterAll(async () => {
    await Promise.all([teacher, learner].map((page) => page?.context().close()))
    await site?.stop()
  })

  const openCare = async (): Promise<Locator> => {
    await teacher.getByRole('button', { name: '管理课堂' }).click()
    return teacher.getByRole('dialog', { name: '管理课堂' })
  }
  /** The card of what the teacher pushed last. */
  const pushed = (): Locator => learner.getByRole('status').filter({ hasText: '老师推送' })

  test('what the teacher shows is seen and answered', async () => {
    const [care, card] = [await openCare(), pushed()]

    await test.step('what is sold stands under the picture, with its price', async () => {
      const sale = learner.getByRole('link', { name: /进阶一对一/ })
      await expect(sale).toContainText('¥199')
      await expect(sale).toHaveAttribute('href', site.data.sold)
    })

    await test.step('a notice comes to who sits there', async () => {
      await care.getByLabel('公告').fill('下节课带彩笔')
      await care.getByRole('button', { name: '更新公告' }).click()
      await expect(learner.getByRole('log')).toContainText('老师更新了公告', crossing)
      await learner.getByRole('tab', { name: '公告' }).click()
      await expect(learner.getByRole('tabpanel', { name: '公告' })).toHaveText('下节课带彩笔')
      await learner.getByRole('tab', { name: '聊天' }).click()
    })

    await test.step('the evaluation is asked for beside the class, wants a mark, and is given once', async () => {
      await care.getByRole('button', { name: '推送课堂评价' }).click()
      const form = learner.getByRole('dialog', { name: '评价这节课' })
      await expect(card).toContainText('给这节课评个分', crossing)
      await expect(form).toHaveCount(0)
      await card.getByRole('button', { name: '去评价' }).click()
      await expect(form).toBeVisible(crossing)
      await form.getByRole('button', { name: '提交评价' }).click()
      await expect(form.getByRole('alert')).toHaveText('请先选一个')
      await form.getByRole('radio', { name: '很满意' }).check()
      await form.getByRole('checkbox', { name: '讲得清楚' }).check()
      await form.getByLabel('想对老师说').fill('例子很实用')
      await form.getByRole('button', { name: '提交评价' }).click()
      await expect(learner.getByText('评价成功')).toBeVisible(crossing)
      await expect(form).toBeHidden()
      await expect(learner.getByRole('button', { name: '评价', exact: true })).toBeHidden()
    })

    await test.step('the lottery tells its odds, and who won knows what', async () => {
      await care.getByRole('button', { name: '推送随堂抽奖' }).click()
      await expect(card).toContainText('随堂抽奖', crossing)
      await card.getByRole('button', { name: '去抽奖' }).click()
      const draw = learner.getByRole('dialog', { name: '随堂抽奖' })
      for (const [prize, odds] of [
        ['速写本', '75%'],
        ['书签', '25%'],
        ['没有奖品', '0%'],
      ]) {
        await expect(draw.getByRole('row').filter({ hasText: prize })).toContainText(new RegExp(`${prize}\\s*${odds}$`))
      }
      await draw.getByRole('button', { name: '抽一次（还有 2 次）' }).click()
      const result = draw.getByRole('status')
      await expect(result).toHaveText(/^中奖了：(速写本|书签)$/, crossing)
      await expect(draw.getByRole('list', { name: '我的奖品' })).toContainText(
        (await result.innerText()).replace('中奖了：', ''),
      )
      await expect(draw.getByText('你中过奖了，把机会留给其他同学')).toBeVisible()
      await learner.keyboard.press('Escape')
      await expect(draw).toBeHidden()
    })
    await teacher.keyboard.press('Escape')
    await expect(care).toBeHidden()
  })

  test('what the teacher hangs up or pushes is taken', async ({ browser }) => {
    const [care, card] = [await openCare(), pushed()]

    await test.step('a coupon that is hung up can be claimed', async () => {
      const pendant = learner.getByRole('button', { name: '课堂见面券' })
      await expect(pendant).toBeHidden()
      await care.getByRole('button', { name: '挂出课堂见面券' }).click()
      await expect(pendant).toBeVisible(crossing)
      await pendant.click()
      const coupon = learner.getByRole('dialog', { name: '课堂见面券' })
      await expect(coupon).toContainText('¥30')
      await coupon.getByRole('button', { name: '立即领取' }).click()
      await expect(learner.getByText('领取成功')).toBeVisible(crossing)
      await expect(coupon.getByText('已领取')).toBeVisible()
      await learner.keyboard.press('Escape')
      await expect(coupon).toBeHidden()
    })

    await test.step('a course that is pushed leads to its page, until it is put away', async () => {
      await care.getByRole('button', { name: '推送进阶一对一' }).click()
      await expect(card).toContainText('进阶一对一', crossing)
      await expect(card.getByRole('link', { name: '去看看' })).toHaveAttribute('href', site.data.sold)
      await card.getByRole('button', { name: '知道了' }).click()
      await expect(card).toBeHidden()
    })

    await test.step('the link to the preview shows the room to somebody without an account', async () => {
      await care.getByRole('button', { name: '复制预览链接' }).click()
      await expect(teacher.getByText('预览链接已复制')).toBeVisible()
      const link = await teacher.evaluate(() => navigator.clipboard.readText())
      const visitor = await newSeat(browser)
      await openPage(visitor, link)
      await expect(visitor.getByText('预览', { exact: true })).toBeVisible(crossing)
      await expect(visitor.getByRole('heading', { level: 1 })).toContainText('构图')
      await expect(visitor.getByText('用链接看预览没有聊天和成员')).toBeVisible()
      await openPage(
        visitor,
        link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('看不到这个预览', crossing)
      await visitor.context().close()
    })
    await teacher.keyboard.press('Escape')
    await expect(care).toBeHidden()
  })

  test('the picture does what its buttons say', async () => {
    const player = (name: string): Locator => learner.getByRole('region', { name: new RegExp(`^播放器：${name}`) })
    const width = async (name: string): Promise<number> => (await player(name).boundingBox())?.width ?? 0

    await test.step('slides and teacher change places', async () => {
      await letPlay(learner)
      expect(await width('课件')).toBeGreaterThan(await width('老师'))
      await learner.getByRole('button', { name: /^老师\s*换到大屏$/ }).click()
      await expect.poll(() => width('老师')).toBeGreaterThan(await width('课件'))
      await learner.getByRole('button', { name: /^课件\s*换到大屏$/ }).click()
      await expect(learner.getByRole('button', { name: /^老师\s*换到大屏$/ })).toBeVisible()
    })

    await test.step('the picture fills the page and goes back to its place', async () => {
      const before = await width('课件')
      await player('课件').getByRole('button', { name: '网页全屏', exact: true }).click()
      await expect.poll(() => width('课件')).toBe(1440)
      await player('课件').getByRole('button', { name: '退出网页全屏' }).click()
      await expect.poll(() => width('课件')).toBe(before)
    })

    await test.step('the picture floats over other windows where the browser can do that', async () => {
      const float = player('课件').getByRole('button', { name: '画中画' })
      const isFloating = (): Promise<boolean> => learner.evaluate(() => document.pictureInPictureElement !== null)
      if (!(await learner.evaluate(() => document.pictureInPictureEnabled))) return expect(float).toHaveCount(0)
      await float.click()
      await expect.poll(isFloating, crossing).toBe(true)
      await float.click()
      await expect.poll(isFloating, crossing).toBe(false)
    })

    await player('课件').getByRole('button', { name: '暂停', exact: true }).click()
  })

  test('the chat does what its buttons say', async () => {
    const log = learner.getByRole('log')

    await test.step('scrolling up brings what was said long before', async () => {
      const first = learner.getByText('课前第 1 句', { exact: true })
      await expect(learner.getByText('课前第 130 句', { exact: true })).toBeVisible()
      await expect(first).toHaveCount(0)
      await log.hover()
      await expect(async () => {
        await learner.mouse.wheel(0, -100_000)
        await expect(first).toBeInViewport({ timeout: 700 })
      }).toPass(crossing)
    })

    await test.step('what comes meanwhile is counted, and one press leads there', async () => {
      await sayUntilHeard(teacher, '新的第一句')
      await sayUntilHeard(teacher, '新的第二句')
      const pill = learner.getByRole('button', { name: '2 条新消息' })
      await expect(pill).toBeVisible(crossing)
      await expect(line(learner, '新的第二句')).not.toBeInViewport()
      await pill.click()
      await expect(line(learner, '新的第二句')).toBeInViewport()
      await expect(learner.getByRole('button', { name: /条新消息$/ })).toBeHidden()
    })

    await test.step('only the teacher is read, when one wants that', async () => {
      const only = learner.getByRole('checkbox', { name: '只看老师' })
      await only.check()
      await expect(log).not.toContainText('课前第 130 句')
      await expect(log).toContainText('新的第二句')
      await only.uncheck()
      await expect(log).toContainText('课前第 130 句')
    })

    await test.step('who is called is found by name, and sees it', async () => {
      await teacher.getByRole('button', { name: '叫人' }).click()
      await teacher.getByRole('listbox', { name: '叫谁' }).getByRole('option', { name: /小满/ }).click(crossing)
      const box = teacher.getByRole('textbox', { name: '说点什么' })
      await expect(box).toHaveValue('@小满 ')
      await expect(box).toBeFocused()
      await box.pressSequentially('看这里')
      await box.press('Enter')
      const called = line(learner, '看这里')
      await expect(called.getByText('@小满', { exact: true })).toHaveJSProperty('tagName', 'B', crossing)
      await expect(called).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      await expect(line(learner, '新的第二句')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    })

    await test.step('a face is put into what one says', async () => {
      await learner.getByRole('button', { name: '表情', exact: true }).click()
      await learner.getByRole('group', { name: '表情' }).getByRole('button', { name: '鼓掌' }).click()
      await expect(learner.getByRole('textbox', { name: '说点什么' })).toHaveValue('👏')
      await learner.getByRole('button', { name: '发送' }).click()
      await expect(line(teacher, '👏')).toContainText('小满', crossing)
      await expect(learner.getByRole('group', { name: '表情' })).toBeHidden()
    })

    await test.step('whoever has paused is led back to what goes on now', async () => {
      const back = learner.getByRole('button', { name: '回到直播' })
      await expect(back).toBeVisible({ timeout: 20_000 })
      await back.click()
      await expect(back).toBeHidden(crossing)
      await letPlay(learner)
    })
  })

  test('a film class plays in one place, saying where', async ({ browser }) => {
    await Promise.all([teacher.close(), learner.goto('about:blank')])
    const watcher = await newOwnSeat(browser, site, 'watcher')
    await openRoom(watcher, site.data.film, site.base)
    await behindClock(watcher)

    await test.step('what an operator wrote is marked, what people say isn’t', async () => {
      await say(watcher, '我是真的')
      await expect(line(watcher, '我是真的')).toBeVisible(crossing)
      await expect(line(watcher, '这句话是演示用的').getByText('演示', { exact: true })).toBeVisible()
      await expect(line(watcher, '我是真的').getByText('演示', { exact: true })).toHaveCount(0)
    })

    const asked = '这个账号正在别处看课'
    const second = await watcher.context().newPage()
    await test.step('another tab of the account asks before it plays', async () => {
      await openRoom(second, site.data.film, site.base)
      await expect(second.getByText(asked)).toBeVisible(crossing)
      await expect(second.locator('video')).toHaveCount(0)
      await second.getByRole('button', { name: '在这里看' }).click()
      await behindClock(second)
      await expect(second.getByText(asked)).toBeHidden()
    })

    await test.step('a room that isn’t open yet leads to other courses', async () => {
      await openPage(learner, site.base + site.data.closed)
      await expect(learner.getByRole('heading', { level: 1 })).toHaveText('备课中', crossing)
      await expect(learner.getByText('教室还没有开放')).toBeVisible()
      await expect(learner.getByRole('link', { name: '看课程目录' })).toBeVisible()
    })

    await test.step('who has chosen no class yet is led to the course', async () => {
      const third = await watcher.context().newPage()
      await openPage(third, site.base + site.data.unchosen)
      await expect(third.getByText('选好班期就能进教室')).toBeVisible(crossing)
      await expect(third.getByRole('main')).toContainText('要选班的课')
      await expect(third.getByRole('link', { name: '去选班期' })).toHaveAttribute('href', site.data.course)
      await third.close()
    })

    await test.step('a class that is over is entered by one call, without a word for staff, and leads on to the next lesson', async () => {
      const calls: string[] = []
      learner.on('request', (request) => calls.push(new URL(request.url()).pathname))
      await openPage(learner, site.base + site.data.ended)
      await expect(learner.getByRole('heading', { name: '下课了' })).toBeVisible(crossing)
      await expect(learner.getByText('正在上课')).toBeVisible(crossing)
      await expect(learner.getByRole('log').getByText(/这节课结束了|这节课没有聊天记录/)).toBeVisible()
      await expect(learner.getByText('只有老师和助教')).toHaveCount(0)
      expect(calls.filter((path) => /^\/api\/(live|im)/.test(path))).toEqual([
        '/api/live/room-entry',
        '/api/live-info/class-end',
      ])
      await learner.getByRole('link', { name: '进入教室' }).click()
      await expect(learner.getByRole('heading', { level: 1 })).toContainText('下半场', crossing)
      expect(new URL(learner.url()).pathname).toBe(site.data.film)
    })

    await test.step('the tab that was left behind has stopped and says why', async () => {
      await expect(watcher.getByText(asked)).toBeVisible({ timeout: 20_000 })
      await expect(watcher.locator('video')).toHaveCount(0)
    })
    await watcher.context().close()
  })
})
