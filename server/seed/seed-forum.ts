import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { composeForum, type TimedPost } from './compose-forum.ts'
import { forumPersonas } from './data/forum-personas.ts'
import { forumPlates } from './data/forum-plates.ts'
import { forumPosts1 } from './data/forum-posts-1.ts'
import { forumPosts2 } from './data/forum-posts-2.ts'
import { forumPosts3 } from './data/forum-posts-3.ts'
import type { SeedPost } from './data/seed-types.ts'
import { works } from './data/works.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { createRandom } from './pictures/random.ts'
import { toHtml } from './seed-html.ts'
import { workPictureName } from './work-media.ts'

/** Posts written whole. */
const writtenPosts: readonly SeedPost[] = [...forumPosts1, ...forumPosts2, ...forumPosts3]

const newestPost = Date.parse('2025-09-28T12:00:00Z')
const spanMs = 730 * dayMs
const minuteMs = 60_000
const hourMs = 3_600_000
const summaryLength = 64

/** Whose trade it is, by the place in the list of personas: from and up to. */
const trades: Readonly<Record<string, readonly [from: number, to: number]>> = {
  illustration: [0, 16],
  design: [16, 27],
  programming: [27, 36],
  video: [36, 44],
  music: [44, 51],
  business: [51, 59],
}
const plateTrades = new Map(forumPlates.map((plate) => [plate.name, plate.subject]))

/** People of the trade and the last few, who are at home everywhere. */
function writersOf(plate: string): string[] {
  const subject = plateTrades.get(plate)
  const all = forumPersonas.map((persona) => persona.nickname)
  const [from, to] = (subject && trades[subject]) || [0, all.length]
  return [...all.slice(from, to), ...(subject ? all.slice(59) : [])]
}

function dayOf(post: SeedPost): number {
  return createRandom(`forum/${post.title}`).next()
}

/** All posts from the oldest to the newest. */
export function forumPosts(): TimedPost[] {
  const written = writtenPosts.map((post): TimedPost => ({ post, when: dayOf(post) }))
  return [...written, ...composeForum(writersOf)].sort((a, b) => a.when - b.when)
}

/** Somewhere between 7 in the morning and 11 at night in Shanghai. */
function momentOf({ post, when }: TimedPost): number {
  const day = Math.floor((newestPost - (1 - when) * spanMs) / dayMs) * dayMs
  return day - hourMs + createRandom(`forum-hour/${post.title}`).int(0, 16 * 60) * minuteMs
}

function summaryOf(post: SeedPost): string {
  const text = post.body.map((line) => line.replace(/^(?:## |> |- )/, '')).join('')
  return text.length > summaryLength ? `${text.slice(0, summaryLength - 1)}…` : text
}

export function personaPicture(index: number): string {
  return `persona-${String(index + 1).padStart(2, '0')}`
}

/** The people of the forum, who can't log in: they have neither phone nor password. */
async function insertPersonas(trx: DatabaseTransaction): Promise<Map<string, number>> {
  const since = new Date(newestPost - spanMs - 30 * dayMs)
  const ids = await insertForIds(
    trx,
    'users',
    forumPersonas.map(({ nickname }, index) => ({
      nickname,
      headImg: pictureUrl('avatar', personaPicture(index)),
      createdAt: since,
      updatedAt: since,
    })),
  )
  await insertRows(
    trx,
    'userProfiles',
    ids.map((userId, index) => ({
      userId,
      answers: JSON.stringify({ introduction: must(forumPersonas[index], 'a persona').introduction }),
      completedAt: since,
      updatedAt: since,
    })),
  )
  return new Map(forumPersonas.map(({ nickname }, index) => [nickname, must(ids[index], nickname)]))
}

/** A picture for every fourth post of a plate that is about pictures: a work of its college. */
function coverOf(post: SeedPost, count: number): string | null {
  const subject = plateTrades.get(post.plate)
  if (subject !== 'illustration' && subject !== 'design' && subject !== 'video') return null
  if (count % 4 !== 0) return null
  const own = works.flatMap((work, index) => (work.subject === subject ? [index] : []))
  return pictureUrl('work', workPictureName(createRandom(`forum-cover/${post.title}`).pick(own)))
}

interface PlannedComment {
  postIndex: number
  index: number
  author: string
  text: string
  to: number | undefined
  at: number
}

/** Between midnight and seven in Shanghai nobody writes: seven hours later then. */
function awake(time: number): number {
  return (time + 8 * hourMs) % (24 * hourMs) < 7 * hourMs ? time + 7 * hourMs : time
}

/** Each comment some minutes to days after the one before. */
function planComments(posts: readonly TimedPost[]): PlannedComment[] {
  return posts.flatMap((timed, postIndex) => {
    let at = momentOf(timed)
    return timed.post.comments.map((comment, index) => {
      const chance = createRandom(`forum-comment/${timed.post.title}/${index}`)
      at = awake(at + Math.round(chance.float(0.05, 1) ** 3 * 40 * hourMs) + 4 * minuteMs)
      return { postIndex, index, author: comment.author, text: comment.text, to: comment.to, at }
    })
  })
}

/** Plates, the people who write, posts and comments, and the counters that follow from them. */
export async function seedForum(trx: DatabaseTransaction): Promise<void> {
  const users = await insertPersonas(trx)
  const posts = forumPosts()
  const comments = planComments(posts)
  const plateIds = await insertForIds(
    trx,
    'forumPlates',
    forumPlates.map(({ name, mark, description, recommended = false }, sort) => ({
      name,
      icon: mark,
      description,
      isRecommended: recommended,
      sort,
      postCount: posts.filter(({ post }) => post.plate === name).length,
    })),
  )
  const plateOf = new Map(forumPlates.map(({ name }, index) => [name, must(plateIds[index], name)]))
  const postIds = await insertPosts(trx, posts, { users, plateOf, comments })
  await insertComments(trx, comments, { users, postIds })
  await insertDayCounts(trx, posts, comments, plateOf)
}

interface PostPlaces {
  users: ReadonlyMap<string, number>
  plateOf: ReadonlyMap<string, number>
  comments: readonly PlannedComment[]
}

async function insertPosts(
  trx: DatabaseTransaction,
  posts: readonly TimedPost[],
  { users, plateOf, comments }: PostPlaces,
): Promise<number[]> {
  const byPost = Map.groupBy(comments, (comment) => comment.postIndex)
  const seen = new Map<string, number>()
  return insertForIds(
    trx,
    'forumPosts',
    posts.map((timed, index) => {
      const { post } = timed
      const own = byPost.get(index) ?? []
      const at = new Date(momentOf(timed))
      const last = own.at(-1)
      const count = seen.get(post.plate) ?? 0
      seen.set(post.plate, count + 1)
      return {
        plateId: must(plateOf.get(post.plate), post.plate),
        userId: must(users.get(post.author), post.author),
        title: post.title,
        contentHtml: toHtml(post.body),
        summary: summaryOf(post),
        coverImg: coverOf(post, count),
        status: PostStatus.published,
        isTop: post.isTop === true,
        isEssence: post.isEssence === true,
        viewCount: createRandom(`forum-views/${post.title}`).int(24, 160) * (1 + own.length),
        commentCount: own.length,
        lastFloor: own.length,
        createdAt: at,
        publishedAt: at,
        lastReplyAt: last ? new Date(last.at) : null,
        activeAt: last ? new Date(last.at) : at,
      }
    }),
  )
}

/** Comments in the order of time, so that later ones have higher keys; then whom each of them answers. */
async function insertComments(
  trx: DatabaseTransaction,
  comments: readonly PlannedComment[],
  { users, postIds }: { users: ReadonlyMap<string, number>; postIds: readonly number[] },
): Promise<void> {
  const ordered = [...comments].sort((a, b) => a.at - b.at)
  const ids = await insertForIds(
    trx,
    'forumComments',
    ordered.map(({ postIndex, index, author, text, at }) => ({
      postId: must(postIds[postIndex], 'the post'),
      userId: must(users.get(author), author),
      floor: index + 1,
      content: text,
      createdAt: new Date(at),
    })),
  )
  const idOf = new Map(
    ordered.map(({ postIndex, index }, position) => [`${postIndex}/${index}`, must(ids[position], 'a comment')]),
  )
  const plannedOf = new Map(comments.map((comment) => [`${comment.postIndex}/${comment.index}`, comment]))
  const answers = comments.flatMap((comment) => {
    if (comment.to === undefined) return []
    let root = comment
    while (root.to !== undefined) root = must(plannedOf.get(`${root.postIndex}/${root.to}`), 'the answered comment')
    const key = (index: number): number => must(idOf.get(`${comment.postIndex}/${index}`), 'a comment')
    return [{ id: key(comment.index), parentId: key(comment.to), rootId: key(root.index) }]
  })
  await sql`update forum_comments c set parent_id = a.parent_id, root_id = a.root_id from unnest(${answers.map((answer) => answer.id)}::bigint[],
    ${answers.map((answer) => answer.parentId)}::bigint[], ${answers.map((answer) => answer.rootId)}::bigint[]) as a(id, parent_id, root_id) where c.id = a.id`.execute(
    trx,
  )
}

async function insertDayCounts(
  trx: DatabaseTransaction,
  posts: readonly TimedPost[],
  comments: readonly PlannedComment[],
  plateOf: ReadonlyMap<string, number>,
): Promise<void> {
  const counts = new Map<string, { plateId: number; day: string; posts: number; comments: number }>()
  const countOf = (plate: string, at: number): { posts: number; comments: number } => {
    const plateId = must(plateOf.get(plate), plate)
    const day = shanghaiDay(at)
    const found = counts.get(`${plateId}/${day}`) ?? { plateId, day, posts: 0, comments: 0 }
    counts.set(`${plateId}/${day}`, found)
    return found
  }
  for (const timed of posts) countOf(timed.post.plate, momentOf(timed)).posts += 1
  for (const { postIndex, at } of comments) countOf(must(posts[postIndex], 'the post').post.plate, at).comments += 1
  await insertRows(trx, 'forumDayCounts', [...counts.values()])
}
