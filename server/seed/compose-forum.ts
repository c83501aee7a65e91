import {
  adviceAnswers,
  adviceTurns,
  answerLeads,
  askParts,
  cheerParts,
  chimeParts,
  compareEnds,
  compareFaults,
  compareLeads,
  compareTurns,
  correctionParts,
  dayEnds,
  dayLeads,
  dayParts,
  detourEnds,
  detourLeads,
  noteEnds,
  noteLeads,
  periods,
  storyEnds,
  storyLeads,
  storyTurns,
  talkChimes,
  talkEnds,
  talkLeads,
  talkTurns,
  thankParts,
  tipLeads,
  tipReasons,
} from './data/forum-parts.ts'
import { forumTitles } from './data/forum-titles.ts'
import { forumTopics1 } from './data/forum-topics-1.ts'
import { forumTopics2 } from './data/forum-topics-2.ts'
import { forumTopics3 } from './data/forum-topics-3.ts'
import type { SeedComment, SeedPost, SeedTopic } from './data/seed-types.ts'
import { at, createRandom } from './pictures/random.ts'

/** A post whose place in time is fixed: 0 is the oldest, 1 the newest. */
export interface TimedPost {
  readonly post: SeedPost
  readonly when: number
}

const topicsByPlate: Readonly<Record<string, readonly SeedTopic[]>> = {
  ...forumTopics1,
  ...forumTopics2,
  ...forumTopics3,
}
const practicePlate = '每日一练'
const correctionPlate = '红笔批改'
/** Of these trades something is handed in each day, and corrected. */
const handedIn = [
  '插画习作',
  '造型与色彩',
  '绘本与手作',
  '界面与交互',
  '字体与排印',
  '品牌与版面',
  '前端与页面',
  '算法小组',
  '拍摄现场',
  '剪辑台',
  '作曲与编曲',
  '混音与录音',
  '乐理答疑',
  '写作与表达',
]

type Kind =
  | 'question'
  | 'day'
  | 'detour'
  | 'tip'
  | 'compare'
  | 'notes'
  | 'talk'
  | 'story'
  | 'advice'
  | 'practice'
  | 'correction'
/** A trade is practised day by day; of affairs one tells. Kinds that begin with the same words of a topic stand far apart. */
const tradeKinds: readonly Kind[] = ['day', 'tip', 'question', 'compare', 'advice', 'talk', 'detour', 'notes']
const affairKinds: readonly Kind[] = ['question', 'tip', 'story', 'notes', 'advice']
const affairPlates: readonly string[] = ['接单与报价', '小生意账本', '转行与求职', '工具与设备', '后端与数据']

interface Draft {
  readonly plate: string
  readonly kind: Kind
  readonly topic: SeedTopic
  /** Counts the posts of one plate. */
  readonly index: number
  readonly when: number
}

/** Each part of a pool in turn, counted for each list apart: the same one comes back only when all others have been. */
function createTurns(): (list: string) => (pool: readonly string[]) => string {
  const lists = new Map<string, Map<readonly string[], number>>()
  return (list) => {
    const next = lists.get(list) ?? new Map<readonly string[], number>()
    lists.set(list, next)
    return (pool) => {
      const index = next.get(pool) ?? 0
      next.set(pool, index + 1)
      return at(pool, index)
    }
  }
}

/** Spread over the whole time without two at once, each a little off its place. */
function place(index: number, count: number, seed: string): number {
  return (index + 0.15 + 0.7 * createRandom(`forum-time/${seed}/${index}`).next()) / count
}

function craftDrafts(): Draft[] {
  return Object.entries(topicsByPlate).flatMap(([plate, topics], plateIndex) => {
    const kinds = affairPlates.includes(plate) ? affairKinds : tradeKinds
    const count = topics.length * kinds.length
    return Array.from({ length: count }, (_, index): Draft => {
      const kind = at(kinds, Math.floor(index / topics.length) + (index % topics.length) + plateIndex * 3)
      return { plate, kind, topic: at(topics, index), index, when: place(index, count, plate) }
    })
  })
}

/** Topics of all trades, so that neighbours come from different ones. */
function mixedTopics(): SeedTopic[] {
  const lists = handedIn.map((plate) => topicsByPlate[plate] ?? [])
  return Array.from({ length: 8 }, (_, row) => lists.flatMap((list) => list[row] ?? [])).flat()
}

function mixedDrafts(plate: string, kind: Kind): Draft[] {
  const topics = mixedTopics()
  return topics.map((topic, index): Draft => ({ plate, kind, topic, index, when: place(index, topics.length, plate) }))
}

type Turn = ReturnType<ReturnType<typeof createTurns>>
type Text = Pick<SeedPost, 'body'>

/** In quotation marks, those inside turned into single ones. */
function quoted(text: string): string {
  return `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`
}

const drafts = ['二', '三', '四'] as const
const draftOf = (index: number): string => at(drafts, index)
const periodOf = ({ index, topic }: Draft): string => at(periods, index + topic.name.length)

/** Posts within which no shape of a title comes back, in a plate and in the whole forum: more than a page has, because answers change the order. */
const apart = 30

/** The next shape of a kind that hasn't been used lately. */
function createShapes(): (draft: Draft, turn: Turn) => string {
  const recent = new Map<string, string[]>()
  return ({ kind, plate }, turn) => {
    const lists = [recent.get(plate) ?? [], recent.get('') ?? []] as const
    const pool = forumTitles[kind]
    let shape = turn(pool)
    for (let tries = 1; tries < pool.length && lists.some((list) => list.includes(shape)); tries += 1)
      shape = turn(pool)
    recent.set(plate, [...lists[0], shape].slice(-apart))
    recent.set('', [...lists[1], shape].slice(-apart))
    return shape
  }
}

function fillShape(shape: string, draft: Draft): string {
  const { kind, index, topic } = draft
  const values: Readonly<Record<string, string>> = {
    n: topic.name,
    a: topic.ask,
    d: String(kind === 'practice' ? 21 + index : 9 + index * 2),
    k: draftOf(index),
    p: periodOf(draft),
  }
  return shape.replace(/\{(\w)\}/g, (_, name: string) => values[name] ?? '')
}

const writers: Readonly<Record<Kind, (draft: Draft, turn: Turn) => Text>> = {
  question: ({ topic }, turn) => ({ body: [topic.trouble, topic.tried, turn(askParts)] }),
  day: ({ topic }, turn) => ({
    body: [`${turn(dayParts)}做的是${topic.name}。`, `${turn(dayLeads)}${topic.found}`, turn(dayEnds)],
  }),
  detour: ({ topic }, turn) => ({
    body: [
      `说一段${topic.name}的弯路，起因是${topic.ask}。${topic.tried}`,
      `${turn(detourLeads)}${topic.found}`,
      turn(detourEnds),
    ],
  }),
  tip: ({ topic }, turn) => ({ body: [topic.tip, `${turn(tipLeads)}${turn(tipReasons)}${topic.ask}。${topic.tried}`] }),
  compare: (draft, turn) => {
    const { topic } = draft
    const period = periodOf(draft)
    return {
      body: [
        `${turn(compareLeads)}${period}前的${topic.name}，${turn(compareFaults)}${topic.ask}。`,
        `${turn(compareTurns)}${topic.found}`,
        turn(compareEnds),
      ],
    }
  },
  notes: ({ topic }, turn) => ({
    body: [
      `${turn(noteLeads)}说的是${topic.name}。`,
      `- 症状：${topic.ask}。`,
      `- 做法：${topic.found}`,
      `- 提醒：${topic.tip}`,
      turn(noteEnds),
    ],
  }),
  talk: ({ topic }, turn) => ({
    body: [
      `说到${topic.name}，${turn(talkLeads)}`,
      `老师在批注里写过一句：${quoted(topic.tip)}${turn(talkTurns)}`,
      turn(talkEnds),
    ],
  }),
  story: ({ topic }, turn) => ({
    body: [
      `${turn(storyLeads)}说的是${topic.name}。`,
      `起因是${topic.ask}。${topic.tried}`,
      `${turn(storyTurns)}${topic.found}`,
      turn(storyEnds),
    ],
  }),
  advice: ({ topic }, turn) => ({
    body: [
      `关于${topic.name}，先说我的情形：${topic.ask}。`,
      `有人劝过我：${quoted(topic.found)}${turn(adviceTurns)}`,
      turn(askParts),
    ],
  }),
  practice: ({ topic }, turn) => ({
    body: [
      `${turn(dayParts)}交的是${topic.name}。`,
      `老毛病还在：${topic.ask}。给自己定的规矩是一句话：${topic.tip}`,
      turn(dayEnds),
    ],
  }),
  correction: ({ topic, index }, turn) => ({
    body: [`${topic.name}的第${draftOf(index)}稿。自己先挑了一处：${topic.ask}。`, topic.tried, turn(correctionParts)],
  }),
}

/** Who answers: what the question lacks, thanks, and others. */
function composeComments(
  { kind, topic }: Draft,
  author: string,
  { others, turn, chance }: { others: readonly string[]; turn: Turn; chance: ReturnType<typeof createRandom> },
): SeedComment[] {
  const [first = author, second = author, third = author] = others
  const pool = kind === 'talk' ? talkChimes : kind === 'day' || kind === 'practice' ? cheerParts : chimeParts
  const chime = (name: string): SeedComment => ({ author: name, text: turn(pool) })
  if (kind === 'question' || kind === 'correction') {
    const answer: SeedComment = { author: first, text: `${turn(answerLeads)}${topic.found}` }
    const thanks: SeedComment = { author, text: turn(thankParts), to: 0 }
    if (chance.chance(0.25)) return [answer]
    return chance.chance(0.5) ? [answer, thanks] : [answer, thanks, { author: second, text: `再添一条：${topic.tip}` }]
  }
  if (kind === 'advice')
    return [
      { author: first, text: `${turn(adviceAnswers)}${topic.tip}` },
      ...(chance.chance(0.6) ? [{ author, text: turn(thankParts), to: 0 }] : []),
    ]
  if (kind === 'talk')
    return [
      { author: first, text: `我先做这一步：${topic.found}` },
      ...(chance.chance(0.6) ? [chime(second)] : []),
      ...(chance.chance(0.4) ? [chime(third)] : []),
    ]
  if (chance.chance(0.35)) return []
  return chance.chance(0.7) ? [chime(first)] : [chime(first), chime(second)]
}

/**
 * Composes posts of hand-written parts, in the order of time. `writersOf` names whoever writes in a plate. Parts that frame
 * a post come in turn, so that neighbours in any list differ.
 */
export function composeForum(writersOf: (plate: string) => readonly string[]): TimedPost[] {
  const turns = createTurns()
  const shapes = createShapes()
  const drafts = [
    ...craftDrafts(),
    ...mixedDrafts(practicePlate, 'practice'),
    ...mixedDrafts(correctionPlate, 'correction'),
  ]
  drafts.sort((a, b) => a.when - b.when)
  return drafts.map((draft) => {
    const chance = createRandom(`forum/${draft.plate}/${draft.kind}/${draft.topic.name}`)
    const [author = '', ...others] = chance.shuffle([...writersOf(draft.plate)])
    // the two mixed plates have many of one kind on each page
    const turn = turns(draft.kind === 'practice' || draft.kind === 'correction' ? draft.kind : '')
    const text = { title: fillShape(shapes(draft, turn), draft), ...writers[draft.kind](draft, turn) }
    const comments = composeComments(draft, author, { others, turn, chance })
    return { post: { ...text, plate: draft.plate, author, comments }, when: draft.when }
  })
}
