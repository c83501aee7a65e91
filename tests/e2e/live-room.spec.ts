import { expect, type Locator, type Page } from 'playwright/test'
import { overhang } from '../support/axe.ts'
import { logInSeeded } from '../support/care-steps.ts'
import { test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import {
  findOpenClass,
  lookAtPicture,
  newLearner,
  newSeat,
  openRoom,
  origin,
  roomFaults,
  saidTexts,
  say,
  sayUntilHeard,
  waitForPicture,
} from '../support/room-steps.ts'
import { ffmpegNote, hasFfmpeg, type Publisher, publish, publishedWidth } from '../support/rtmp-publisher.ts'

test.use({ extraHTTPHeaders: ownAddress() })

/** What somebody said, in a chat. */
function line(page: Page, words: string): Locator {
  return page.locator('[data-seq]').filter({ hasText: words })
}

/** Something that was said long ago. */
function oldWords(seq: number, words: string): object {
  const from = { userId: '1', nickname: '靠窗同学', headImg: null, userType: 'vip' }
  return {
    seq,
    clientMsgId: null,
    time: 0,
    from,
    type: 'text',
    customType: null,
    systemType: null,
    text: { text: words, at: [] },
    gift: null,
    system: null,
    recalled: false,
  }
}

/** Opens what can be done with a message. */
async function openMessage(page: Page, words: string): Promise<Locator> {
  await line(page, words).hover()
  await line(page, words)
    .getByRole('button', { name: /的消息操作$/ })
    .click()
  return page.getByRole('dialog')
}

test.describe('a teacher and two learners in one class', () => {
  test.describe.configure({ mode: 'serial', timeout: 200_000 })
  let teacher: Page
  let one: Page
  let two: Page
  let path: string

  test.beforeAll(async ({ browser }) => {
    teacher = await newSeat(browser)
    await logInSeeded(teacher, 'teacher')
    one = await newLearner(browser)
    two = await newLearner(browser)
    path = await findOpenClass(teacher.context(), 'live')
    await Promise.all([teacher, one, two].map((page) => openRoom(page, path)))
  })
  test.afterAll(() => Promise.all([teacher, one, two].map((page) => page.context().close())))

  test('talk in order, muted, recalled and with presents', async () => {
    await test.step('what one says is read by all, as text', async () => {
      await say(one, '老师好 <b>粗</b>')
      for (const page of [teacher, one, two]) await expect(page.getByRole('log')).toContainText('老师好 <b>粗</b>')
      await say(teacher, '大家好')
      await expect(line(two, '大家好')).toContainText('老师')
    })

    await test.step('a muted learner can’t write, and knows until when', async () => {
      await (await openMessage(teacher, '老师好')).getByRole('button', { name: '10 分钟' }).click()
      await expect(one.getByRole('textbox', { name: '说点什么' })).toBeDisabled()
      await expect(one.getByText(/^你被禁言了，.* 后可以发言$/)).toBeVisible()
      const care = await openMessage(teacher, '老师好')
      await expect(care).toContainText(/禁言中到 \d+ 月 \d+ 日 \d\d:\d\d/)
      await care.getByRole('button', { name: '解除禁言' }).click()
      await expect(one.getByRole('textbox', { name: '说点什么' })).toBeEnabled()
      await expect(line(teacher, '老师好').getByRole('button', { name: /的消息操作$/ })).toBeFocused()
    })

    await test.step('a recalled message is gone for everybody', async () => {
      await say(two, '这句要收回')
      await expect(one.getByRole('log')).toContainText('这句要收回')
      await (await openMessage(two, '这句要收回')).getByRole('button', { name: '撤回' }).click()
      for (const page of [teacher, one, two]) {
        await expect(page.getByRole('log')).not.toContainText('这句要收回')
        await expect(page.getByRole('log')).toContainText('撤回了一条消息')
      }
      await say(two, '这句由老师收回')
      await expect(line(teacher, '这句由老师收回')).toBeVisible()
      await (await openMessage(teacher, '这句由老师收回')).getByRole('button', { name: '撤回' }).click()
      await expect(two.getByRole('log')).toContainText('顾南乔 撤回了你的一条消息')
      await expect(teacher.getByRole('log')).toBeFocused()
    })

    await test.step('a present shows in everybody’s chat', async () => {
      await one.getByRole('button', { name: '送礼物' }).click()
      await one.getByRole('list', { name: '礼物' }).getByRole('button').first().click()
      for (const page of [teacher, two]) await expect(page.getByRole('log')).toContainText('送出')
      await one.keyboard.press('Escape')
      await expect(one.getByRole('button', { name: '送礼物' })).toBeFocused()
    })

    await test.step('after a reload everything is there again', async () => {
      await one.reload()
      await expect(one.getByRole('log')).toContainText('大家好')
      await expect(one.getByRole('textbox', { name: '说点什么' })).toBeEnabled()
    })
  })

  test('see who is there, the lessons and the notices', async () => {
    await test.step('who looks at the members sees at once that somebody has left, and is back', async () => {
      const name = await line(teacher, '老师好').first().locator('.one').innerText()
      await teacher.getByRole('tab', { name: /^成员/ }).click()
      const member = teacher
        .getByRole('list', { name: '成员' })
        .getByRole('listitem')
        .filter({ has: teacher.getByText(name, { exact: true }) })
      await expect(member).toContainText('在线')
      const asked = teacher.waitForRequest(/\/api\/im\/list-real-userId/)
      await one.goto('about:blank')
      await asked
      await expect(member).toContainText('离开')
      await openRoom(one, path)
      await expect(member).toContainText('在线')
      await teacher.getByRole('tab', { name: '聊天' }).click()
    })

    await test.step('the course’s lessons are one press away, the class’s notice stands beside the room’s', async () => {
      await one.getByRole('button', { name: '目录' }).click()
      const lessons = one.getByRole('dialog', { name: '目录' })
      await expect(lessons.locator('[aria-current=page]')).toHaveAttribute('href', new RegExp(`^${path}\\b`))
      await one.keyboard.press('Escape')
      await expect(one.getByRole('button', { name: '目录' })).toBeFocused()
      await teacher.getByRole('tab', { name: '公告' }).click()
      await expect(teacher.getByRole('tabpanel', { name: '公告' })).toContainText('班级通知')
      await teacher.getByRole('tab', { name: '聊天' }).click()
      // who only looks in isn't of the class
      await one.getByRole('tab', { name: '公告' }).click()
      await expect(one.getByRole('tabpanel', { name: '公告' })).toContainText('课上有问题')
      await expect(one.getByRole('tabpanel', { name: '公告' })).not.toContainText('班级通知')
    })

    await test.step('the chat beside which one reads flashes when something is said, and no more once it was looked at', async () => {
      const chat = one.getByRole('tab', { name: '聊天' })
      const animation = () => chat.locator('span').evaluate((text) => getComputedStyle(text).animationName)
      await sayUntilHeard(teacher, '看公告的时候说的')
      await expect.poll(animation).not.toBe('none')
      await chat.click()
      await one.getByRole('tab', { name: '公告' }).click()
      expect(await animation()).toBe('none')
      await chat.click()
    })
  })

  test('lose nothing by a cut line, nor their place', async () => {
    await test.step('a line that was cut while fifty messages were said has all of them, once and in order', async () => {
      const said = Array.from({ length: 50 }, (_, index) => `第 ${index + 1} 句话`)
      await two.context().setOffline(true)
      await expect(two.getByText('网络中断，正在重连…')).toBeVisible()
      // Two speak in turns: each may say one thing a second.
      for (const [index, words] of said.entries()) await sayUntilHeard(index % 2 === 0 ? teacher : one, words)
      await two.context().setOffline(false)
      await expect(two.getByText('网络中断，正在重连…')).toBeHidden({ timeout: 40_000 })
      await expect(two.getByRole('log')).toContainText('第 50 句话')
      expect((await saidTexts(two)).filter((text) => /^第 \d+ 句话$/.test(text))).toEqual(said)
    })

    await test.step('who reads far back keeps their place while the list lets go of what is older still', async () => {
      await one.route('**/api/im/message-history-list*beforeSeq*', (route) => {
        const first = Number(new URL(route.request().url()).searchParams.get('beforeSeq')) - 1950
        return route.fulfill({
          json: {
            code: 1,
            msg: 'success',
            Time: Date.now(),
            body: Array.from({ length: 1950 }, (_, index) => oldWords(first + index, `旧话 ${index + 1}`)),
          },
        })
      })
      await openRoom(one, path)
      await expect(async () => {
        await one.getByRole('log').evaluate((list) => {
          list.scrollTop = 0
        })
        await expect(line(one, '旧话 1950')).toBeAttached({ timeout: 500 })
      }).toPass()
      await line(one, '旧话 1500').evaluate((element) => element.scrollIntoView())
      const before = await line(one, '旧话 1500').boundingBox()
      await sayUntilHeard(teacher, '新的一句')
      await expect(line(one, '新的一句')).toBeAttached()
      await expect.poll(() => one.locator('[data-seq]').count()).toBeLessThan(1700)
      expect(Math.abs(((await line(one, '旧话 1500').boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
      await one.unroute('**/api/im/message-history-list*beforeSeq*')
      await openRoom(one, path)
    })
  })

  test('reach everything, wide and narrow, previews included', async () => {
    await test.step('nothing in the room is out of reach', async () => {
      expect(await roomFaults(two)).toEqual([])
      // Nothing lies over the player's own bar, narrow or wide.
      for (const width of [390, 1440]) {
        await two.setViewportSize({ width, height: 844 })
        await two.getByRole('button', { name: '全屏', exact: true }).click({ trial: true })
      }
    })

    await test.step('its preview fits a narrow screen, and so does what is said of a room that isn’t the teacher’s own', async () => {
      const preview = await teacher.context().newPage()
      // A browser whose clock is a day ahead: the class still ends when it does.
      await preview.clock.install({ time: Date.now() + 86_400_000 })
      await openRoom(preview, path)
      await expect((await openMessage(preview, '第 50 句话')).getByRole('button', { name: '到下课' })).toBeVisible()
      await preview.setViewportSize({ width: 390, height: 844 })
      for (const room of [path, await findOpenClass(teacher.context(), 'aiLive')]) {
        const [, kind = '', id = ''] = /(live|mind)\/play\/(\d+)$/.exec(room) ?? []
        await openPage(preview, `${origin}/preview/${kind}/${id}?isPreview=true`)
        await expect(
          kind === 'live'
            ? preview.getByText('预览', { exact: true })
            : preview.getByRole('heading', { level: 1, name: '看不到这个预览' }),
        ).toBeVisible()
        expect(await overhang(preview)).toBeLessThanOrEqual(0)
      }
      await preview.close()
    })
  })

  const openCare = async (): Promise<Locator> => {
    await teacher.getByRole('button', { name: '管理课堂' }).click()
    return teacher.getByRole('dialog', { name: '管理课堂' })
  }
  let stream: Publisher

  test(`see the stream and talk about it${ffmpegNote}`, async () => {
    test.skip(!hasFfmpeg)
    const care = await openCare()
    await care.getByRole('button', { name: '显示推流码' }).click()
    const [server, key] = await care.locator('code').allInnerTexts()
    await teacher.keyboard.press('Escape')
    stream = publish(`${server}/${key}`, 90)

    await test.step('everybody sees it move without doing anything', async () => {
      for (const page of [one, two]) await waitForPicture(page, publishedWidth)
    })

    await test.step('a picture whose line falls silent says so and comes back by itself', async () => {
      const healing = two.getByText('画面断了，正在重新连接')
      await two.route(/\.(m3u8|ts)$/, () => undefined)
      await expect(healing).toBeVisible({ timeout: 30_000 })
      await two.unroute(/\.(m3u8|ts)$/)
      const ended = Date.now()
      await expect(healing).toBeHidden({ timeout: 20_000 })
      await waitForPicture(two, publishedWidth)
      test.info().annotations.push({
        type: 'second picture of a class after a silent line',
        description: `${Date.now() - ended} ms`,
      })
    })

    await test.step('they talk about it', async () => {
      await say(one, '看到画面了')
      await say(two, '这句不该留下')
      await expect(line(two, '这句不该留下')).toBeVisible()
      await (await openMessage(two, '这句不该留下')).getByRole('button', { name: '撤回' }).click()
      await expect(line(two, '这句不该留下')).toBeHidden()
      // The replay keeps what was said by whole seconds: what comes later in it has to be said later.
      const { position } = await lookAtPicture(one)
      await expect.poll(async () => (await lookAtPicture(one)).position).toBeGreaterThan(position + 2)
      await say(teacher, '今天就到这里')
      await expect(line(two, '今天就到这里')).toBeVisible()
    })

    await test.step('one of them keeps a note of it, as long as the class is on by its time', async () => {
      await two.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await two.keyboard.press('n')
      const field = two.getByRole('textbox', { name: /^在 \d\d:\d\d 的笔记$/ })
      await expect(field).toBeFocused()
      await two.keyboard.type('今天的要点')
      await two.keyboard.press('Control+Enter')
      const note = two.getByRole('list', { name: '这节课的笔记' }).getByRole('listitem')
      await expect(note).toContainText('今天的要点')
      await expect(note.getByRole('button', { name: /^跳到/ })).toHaveCount(0)
      await two.getByRole('tab', { name: '聊天' }).click()
    })
  })

  test(`watch its replay with chat and notes${ffmpegNote}`, async () => {
    test.skip(!hasFfmpeg)
    const chat = two.getByRole('log', { name: '课上的聊天' })
    const films = new Set<string>()
    await test.step('the teacher ends the class, which ends the stream', async () => {
      const care = await openCare()
      await care.getByRole('button', { name: '结束这节课' }).click()
      two.on('request', (request) => {
        if (/\.(m3u8|ts)$/.test(new URL(request.url()).pathname)) films.add(new URL(request.url()).pathname)
      })
      await care.getByRole('button', { name: '确定下课' }).click()
      // a short film is soon ready: whoever looks late sees it at once
      await expect(two.getByRole('heading', { name: '下课了' })).toBeVisible({ timeout: 15_000 })
      expect(await stream.ended).not.toBe(0)
    })

    await test.step('the replay is there when it is whole, begins by a press and plays from signed addresses, with what was said until then', async () => {
      const watch = two.getByRole('button', { name: '看回放' })
      await expect(watch).toBeVisible({ timeout: 30_000 })
      await expect(two.locator('video')).toHaveCount(0)
      await watch.click()
      await expect(two.locator('video')).toHaveCount(1, { timeout: 30_000 })
      await waitForPicture(two, publishedWidth)
      expect([...films].filter((film) => film.endsWith('.ts')).length).toBeGreaterThan(0)
      for (const film of films) expect(film).toMatch(/^\/media\/play\/[\w.-]{40,}\//)
      await expect(chat).not.toContainText('今天就到这里')
    })

    await test.step('whoever jumps in it finds the chat of that place', async () => {
      const bar = two.getByRole('slider', { name: '进度' })
      await bar.focus()
      await bar.press('End')
      await expect(line(two, '今天就到这里')).toBeVisible()
      expect(await saidTexts(two)).toEqual(['看到画面了', '今天就到这里'])
      const end = (await lookAtPicture(two)).position
      await line(two, '看到画面了').getByRole('button', { name: /^跳到/ }).click()
      await expect(line(two, '今天就到这里')).toBeHidden()
      await expect(line(two, '看到画面了')).toBeVisible()
      expect((await lookAtPicture(two)).position).toBeLessThan(end)
      expect(await roomFaults(two)).toEqual([])
      await expect(line(two, '看到画面了').getByRole('button', { name: /的消息操作$/ })).toHaveCount(0)
    })

    await test.step('the note has the second of the replay, and leads there', async () => {
      const bar = two.getByRole('slider', { name: '进度' })
      const said = line(two, '看到画面了').getByRole('button', { name: /^跳到/ })
      const spoken = (await said.innerText()).split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
      await two.getByRole('tab', { name: '笔记' }).click()
      await openPage(two, `${origin}/user/course?tab=note`)
      const place = two.getByRole('link', { name: /^去看/ })
      const noted = (await place.innerText()).split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
      expect(noted).toBeGreaterThan(spoken)
      await place.click()
      await expect(two.locator('video')).toHaveCount(1, { timeout: 30_000 })
      await waitForPicture(two, publishedWidth)
      expect((await lookAtPicture(two)).position).toBeGreaterThanOrEqual(noted)
      await two.getByRole('tab', { name: '笔记' }).click()
      await bar.focus()
      await bar.press('Home')
      await two.getByRole('button', { name: /^跳到/ }).click()
      await expect.poll(async () => (await lookAtPicture(two)).position).toBeGreaterThanOrEqual(noted)
      await two.getByRole('tab', { name: '聊天' }).click()
    })
  })

  test(`lose recalled words, and go on when reopened${ffmpegNote}`, async () => {
    test.skip(!hasFfmpeg)
    await test.step('the teacher takes back what a learner said even now', async () => {
      await teacher.getByRole('button', { name: '看回放' }).click()
      await waitForPicture(teacher, publishedWidth)
      const bar = teacher.getByRole('slider', { name: '进度' })
      await bar.focus()
      await bar.press('End')
      await expect(line(teacher, '今天就到这里')).toBeVisible()
      await (await openMessage(teacher, '看到画面了')).getByRole('button', { name: '撤回' }).click()
      await expect(line(teacher, '看到画面了')).toHaveCount(0)
      expect(await saidTexts(teacher)).toEqual(['今天就到这里'])
    })

    await test.step('the teacher takes the end back, and the class goes on', async () => {
      const care = await openCare()
      await care.getByRole('button', { name: '撤销下课' }).click()
      await care.getByRole('button', { name: '确定继续' }).click()
      await say(teacher, '我们接着上')
      // pushed: nobody has to load the page anew or to wait for a look
      await expect(two.getByRole('textbox', { name: '说点什么' })).toBeEnabled()
      await expect(line(two, '我们接着上')).toBeVisible()
      await say(two, '好的老师')
      await expect(line(teacher, '好的老师')).toBeVisible()
    })
  })
})
