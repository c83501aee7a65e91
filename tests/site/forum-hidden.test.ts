import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildReviewer, tell, why } from '../support/forum-process-steps.ts'
import { type Heard, type Places, recordCalls, recordPages } from '../support/forum-recorder.ts'
import { buildWriter, openPlate, sendPicture, watchedPlate, type Writer } from '../support/forum-steps.ts'
import { type School, startSchool } from '../support/test-site.ts'

// Words that stand in one text each are looked for in all that strangers get. All texts have `common`, by which they are searched for.
const common = '缂丝藏'

let school: School
let writer: Writer
let office: Awaited<ReturnType<typeof buildReviewer>>
let other: Awaited<ReturnType<typeof buildReviewer>>
let stranger: string
let open: number
let watched: number

beforeAll(async () => {
  school = await startSchool()
  const { backend } = school
  writer = await buildWriter(backend, '藏锋')
  office = await buildReviewer(backend)
  other = await buildReviewer(backend)
  stranger = (await registerLearner(backend)).cookie
  open = await openPlate(backend)
  watched = await watchedPlate(backend)
})
afterAll(() => school?.close())

let count = 0
/** A word that stands nowhere else; of letters alone, as words of the search are. */
function mark(name: string): string {
  count += 1
  return `zq${name}${'abcdefghijklmnopqrstuvwxyz'[count % 26]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(count / 26)]}q`
}

interface Marked {
  id: number
  marks: string[]
}

/** A text with a marker in its title, its words and the words for its picture. */
async function markedPost(name: string): Promise<{ title: string; content: string; marks: string[] }> {
  const marks = [mark(`${name}title`), mark(`${name}text`), mark(`${name}alt`)]
  const url = await sendPicture(school.backend, writer, `${mark(`${name}file`)}.png`)
  const content = `<p>${common} ${marks[1]}</p><img src="${url}" alt="${marks[2]}">`
  return { title: `${common} ${marks[0]}`, content, marks }
}

async function post(name: string, plateId = open): Promise<Marked> {
  const { marks, ...text } = await markedPost(name)
  return { id: (await writer.post(plateId, text)).id, marks }
}

async function reply(name: string, postId: number, more = ''): Promise<Marked> {
  const marks = [mark(name), mark(`${name}alt`)]
  const url = await sendPicture(school.backend, writer)
  const images = [{ url, alt: marks[1] ?? '' }]
  return { id: (await writer.reply(postId, `${common} ${marks[0]} ${more}`, { images })).id, marks }
}

const removal = (target: typeof ForumTarget.post | typeof ForumTarget.comment, id: number) =>
  office.api.call('POST /api/staff/forum/remove', { target, id, ...why })

/** Where these words were heard. */
function whereHeard(heard: readonly Heard[], marks: readonly string[]): string[] {
  return heard.flatMap(({ where, text }) =>
    marks.filter((one) => text.includes(one)).map((one) => `${one} in ${where}`),
  )
}

async function tokenOf(id: number): Promise<string> {
  const { url } = await office.api.call('GET /api/staff/post/link', { id })
  return new URLSearchParams(url.split('?')[1]).get('id') ?? ''
}

async function cardOf(id: number): Promise<string> {
  const html = (await school.site.get(`/bbs/detail/${id}`)).text
  return /\/og\/[\w-]+\.jpg/.exec(html)?.[0] ?? ''
}

/** Everything is opened once while it is still there, so that whatever keeps it could. */
async function record(places: Places): Promise<Heard[]> {
  await school.backend.context.background.settled()
  return [
    ...(await recordPages(school, places)),
    ...(await recordCalls(school.backend, places)),
    ...(await recordPages(school, places, stranger)),
    ...(await recordCalls(school.backend, places, stranger)),
  ]
}

describe('words that nobody may read', () => {
  it('stand nowhere, whatever was kept before', async () => {
    const shown = await post('shown')
    const shownReply = await reply('shownreply', shown.id)
    const waiting = await post('waiting', watched)
    const [refused, removed, deleted] = [await post('refused', watched), await post('removed'), await post('deleted')]
    const lost = await reply('removedreply', shown.id)
    const own = await reply('deletedreply', shown.id)
    const below = await reply('belowremoved', removed.id)
    const watchedThread = await post('thread', watched)
    await office.decide(ForumTarget.post, watchedThread.id, DecisionAct.approve)
    await tell(school.backend)
    const heldReply = await reply('heldreply', watchedThread.id)
    const refusedReply = await reply('refusedreply', watchedThread.id)
    const revision = await markedPost('revision')
    const { version } = await writer.api.call('GET /api/post/own-text', { id: watchedThread.id })
    await writer.edit({ id: watchedThread.id, version, title: revision.title, content: revision.content })
    const draft = mark('draft')
    await writer.api.call('POST /api/post/draft', { place: `plate/${open}`, title: draft, content: `<p>${draft}</p>` })
    const postIds = [shown, waiting, refused, removed, deleted, watchedThread].map(({ id }) => id)
    const places: Places = {
      plateIds: [open, watched],
      postIds,
      rootIds: [shownReply, lost, own, below, heldReply, refusedReply].map(({ id }) => id),
      userIds: [writer.userId],
      words: [common, '藏锋'],
      tokens: await Promise.all([refused.id, removed.id, deleted.id].map(tokenOf)),
      cards: [await cardOf(removed.id), await cardOf(deleted.id)],
    }
    const before = await record({ ...places, tokens: [] })
    const gone = [removed, deleted, lost, own, below]
    for (const { marks } of [shown, shownReply, ...gone])
      for (const one of marks) expect([one, whereHeard(before, [one]).length > 0]).toEqual([one, true])

    await office.decide(ForumTarget.post, refused.id, DecisionAct.refuse)
    await office.decide(ForumTarget.comment, refusedReply.id, DecisionAct.refuse)
    await removal(ForumTarget.post, removed.id)
    await removal(ForumTarget.comment, lost.id)
    await writer.api.call('GET /api/post/delete', { id: deleted.id })
    await writer.api.call('POST /api/post/comment/delete', { id: own.id })
    await tell(school.backend)
    await office.api.call('POST /api/staff/forum/ban', { userId: writer.userId, banDays: 3, ...why })
    const banned = mark('banned')
    const said = { title: `${common} ${banned}`, content: `<p>${banned}</p>` }
    await expect(writer.post(open, said)).rejects.toMatchObject({ code: 4004 })
    await expect(writer.reply(shown.id, banned)).rejects.toMatchObject({ code: 4004 })

    const after = await record(places)
    const hidden = [waiting, refused, ...gone, heldReply, refusedReply, revision].flatMap(({ marks }) => marks)
    expect(whereHeard(after, [...hidden, draft, banned])).toEqual([])
    for (const one of [...shown.marks, ...shownReply.marks, ...watchedThread.marks])
      expect([one, whereHeard(after, [one]).length > 0]).toEqual([one, true])
    await office.api
      .call('GET /api/staff/forum/ban/list', { userId: writer.userId })
      .then(({ records }) =>
        office.api.call('POST /api/staff/forum/ban/lift', { id: records[0]?.id ?? 0, reason: '测试完了' }),
      )
  }, 300_000)
})

describe('what changes', () => {
  const detail = (id: number) => `/bbs/detail/${id}`
  let bystander: string

  beforeAll(async () => {
    bystander = detail((await post('bystander')).id)
  })

  /** Does something to a post; the next visitor of each page sees it, and others still get what is kept. */
  async function change(id: number, plateId: number, act: () => Promise<unknown>) {
    const lists = [`/bbs/plate/${plateId}?sort=new`, `/bbs/user/${writer.userId}`]
    for (const path of [detail(id), ...lists, bystander]) await school.site.get(path)
    await act()
    const [page, ...texts] = [
      await school.site.get(detail(id)),
      ...(await Promise.all(lists.map(async (path) => (await school.site.get(path)).text))),
    ]
    expect((await school.site.get(bystander)).headers['cache-status']).toContain('; hit')
    return { status: page.status, cache: page.headers['cache-control'], texts: [page.text, ...texts] }
  }

  const isEverywhere = ({ marks: [title = ''] }: Marked, texts: readonly string[]) =>
    texts.map((text) => text.includes(title))

  it('is seen by the next visitor, approved, removed or restored', async () => {
    const one = await post('changing', watched)
    const waits = await change(one.id, watched, async () => undefined)
    expect([waits.status, waits.cache, isEverywhere(one, waits.texts)]).toEqual([
      404,
      'no-store',
      [false, false, false],
    ])
    await office.decide(ForumTarget.post, one.id, DecisionAct.approve)
    const { clock } = school.backend
    clock.set(clock.now() + 5 * 60_000)
    const approved = await change(one.id, watched, () => school.backend.runJob('forum.clock'))
    expect([approved.status, isEverywhere(one, approved.texts)]).toEqual([200, [true, true, true]])
    let decisionId = 0
    const removed = await change(one.id, watched, async () => {
      decisionId = (await removal(ForumTarget.post, one.id)).decisionId
    })
    expect([removed.status, removed.cache, isEverywhere(one, removed.texts)]).toEqual([
      404,
      'no-store',
      [false, false, false],
    ])
    await tell(school.backend)
    const restored = await change(one.id, watched, async () => {
      await writer.api.call('POST /api/post/decision/appeal', { id: decisionId, words: '是我自己画的' })
      const { records } = await other.api.call('GET /api/staff/forum/appeal/list', {})
      const appeal = records.find(({ decision }) => decision.id === decisionId)
      await other.api.call('POST /api/staff/forum/appeal/decide', { id: appeal?.id ?? 0, isWon: true, answer: '可以' })
    })
    expect([restored.status, isEverywhere(one, restored.texts)]).toEqual([200, [true, true, true]])
  })

  it('is seen by the next visitor, deleted and brought back', async () => {
    const one = await post('own')
    const deleted = await change(one.id, open, () => writer.api.call('GET /api/post/delete', { id: one.id }))
    expect([deleted.status, deleted.cache, isEverywhere(one, deleted.texts)]).toEqual([
      410,
      'no-store',
      [false, false, false],
    ])
    const back = await change(one.id, open, () => writer.api.call('POST /api/post/restore', { id: one.id }))
    expect([back.status, isEverywhere(one, back.texts)]).toEqual([200, [true, true, true]])
  })

  it('taken back within five minutes, is there at once', async () => {
    const one = await post('hasty')
    const { decisionId } = await removal(ForumTarget.post, one.id)
    const back = await change(one.id, open, () => office.api.call('POST /api/staff/forum/take-back', { decisionId }))
    expect([back.status, isEverywhere(one, back.texts)]).toEqual([200, [true, true, true]])
  })

  it('says no more of a removed post than of none', async () => {
    const one = await post('secret')
    await removal(ForumTarget.post, one.id)
    const [removed, none] = [await school.site.get(detail(one.id)), await school.site.get(detail(999_999_999))]
    const names = ({ headers }: typeof none) => Object.keys(headers).filter((name) => name !== 'date')
    expect([removed.status, removed.headers['cache-control'], names(removed)]).toEqual([
      none.status,
      none.headers['cache-control'],
      names(none),
    ])
    expect(removed.text.replaceAll(String(one.id), '')).toBe(none.text.replaceAll('999999999', ''))
  })
})
