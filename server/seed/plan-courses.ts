import { alwaysOn } from './always-on.ts'
import type { SeedCourse, SeedDirection, SeedSubject, Subject } from './data/seed-types.ts'
import { at, createRandom, type Random } from './pictures/random.ts'

/** A course as it will stand in the database: written by hand, or composed of a topic and lessons of its direction. */
export interface PlannedCourse extends SeedCourse {
  readonly subject: Subject
  /** Name of its cover picture. */
  readonly picture: string
  readonly handWritten: boolean
  /** A free live course that stands in the list of open classes. */
  readonly isOpenLive: boolean
  readonly studyCount: number
}

const videoPrices = [39, 59, 69, 89, 99, 129, 149, 169, 199, 239, 269, 299, 359, 399]
const livePrices = [199, 269, 299, 369, 399, 459, 599, 699, 799, 899]

/** Every third topic is taught live; of those the first so many are open classes. */
const openLivePerSubject = 10

/** All courses of a subject: those written by hand first, then the composed ones, direction by direction in turn. */
export function planCourses(subject: SeedSubject): PlannedCourse[] {
  const written = subject.courses.map((course, index) =>
    finish(subject, course, { index, handWritten: true, isOpenLive: false }),
  )
  let live = 0
  const composed = interleaveTopics(subject).map(({ direction, topic, place }, index) => {
    const isLive = index % 3 === 1
    const isOpenLive = isLive && live < openLivePerSubject
    if (isLive) live++
    const course = composeCourse(subject, direction, topic, { place, isLive, isOpenLive })
    return finish(subject, course, { index: written.length + index, handWritten: false, isOpenLive })
  })
  return [...written, ...composed]
}

function finish(
  subject: SeedSubject,
  course: SeedCourse,
  { index, handWritten, isOpenLive }: { index: number; handWritten: boolean; isOpenLive: boolean },
): PlannedCourse {
  const random = createRandom(`study/${course.name}`)
  const studyCount = handWritten ? random.int(1200, 12_800) : random.int(86, 3400)
  const picture = `${subject.subject}-${String(index + 1).padStart(3, '0')}`
  return {
    ...course,
    ...alwaysOnParts(course),
    subject: subject.subject,
    picture,
    handWritten,
    isOpenLive,
    studyCount: course.price === 0 ? studyCount * 2 : studyCount,
  }
}

/** What is different where somebody is always in class. */
function alwaysOnParts({ name, teachers, intro }: SeedCourse): Pick<SeedCourse, 'teachers' | 'intro'> {
  const { leadTeacher, manner } = alwaysOn(name) ?? {}
  return {
    teachers: leadTeacher === undefined ? teachers : [leadTeacher, ...teachers.filter((key) => key !== leadTeacher)],
    intro: manner === undefined ? intro : intro.map((text, index) => (index === 1 ? manner : text)),
  }
}

interface PlacedTopic {
  readonly direction: SeedDirection
  readonly topic: readonly [name: string, aim: string]
  /** Which topic of its direction. */
  readonly place: number
}

function interleaveTopics(subject: SeedSubject): PlacedTopic[] {
  const rounds = Math.max(...subject.directions.map((direction) => direction.topics.length))
  return Array.from({ length: rounds }, (_, place) => place).flatMap((place) =>
    subject.directions.flatMap((direction) => {
      const topic = direction.topics[place]
      return topic ? [{ direction, topic, place }] : []
    }),
  )
}

function composeCourse(
  subject: SeedSubject,
  direction: SeedDirection,
  [name, aim]: readonly [string, string],
  { place, isLive, isOpenLive }: { place: number; isLive: boolean; isOpenLive: boolean },
): SeedCourse {
  const random = createRandom(`course/${subject.subject}/${name}`)
  // NOTE: live runs have an even number of lessons: two a week, without a gap before the run comes round again
  const count = isLive ? random.int(4, 8) * 2 : random.int(8, 16)
  const titles = chooseLessons(direction, count, random)
  const lessons = titles.map((title) => [title, isLive ? 90 : random.int(12, 46)] as const)
  const price = isOpenLive ? 0 : isLive ? random.pick(livePrices) : random.chance(0.07) ? 0 : random.pick(videoPrices)
  const teachers = chooseTeachers(subject, place, random)
  return {
    name,
    aim,
    intro: writeIntro(direction, aim, { titles, isLive, random }),
    direction: direction.path,
    kind: isLive ? 'live' : 'video',
    price,
    ...(price > 0 && random.chance(0.6) ? { originPrice: raise(price, random) } : {}),
    teachers,
    ...(price > 0 && random.chance(0.5) ? { serviceDays: random.pick([180, 365, 730]) } : {}),
    lessons,
    free: isOpenLive ? count : isLive ? (random.chance(0.5) ? 1 : 0) : random.int(1, 3),
  }
}

/** Lessons from easy to hard, spread over the whole bank so that two courses of a direction differ. */
function chooseLessons(direction: SeedDirection, count: number, random: Random): string[] {
  const indexes = random.shuffle(direction.lessonBank.map((_, index) => index)).slice(0, count)
  return indexes.sort((a, b) => a - b).map((index) => at(direction.lessonBank, index))
}

function chooseTeachers(subject: SeedSubject, place: number, random: Random): string[] {
  const first = at(subject.teachers, place + random.int(0, subject.teachers.length - 1)).key
  const second = random.pick(subject.teachers).key
  return second !== first && random.chance(0.25) ? [first, second] : [first]
}

/** A price before the reduction: a fifth to a half more, ending in 9. */
function raise(price: number, random: Random): number {
  return Math.ceil((price * random.float(1.2, 1.5)) / 10) * 10 + 9
}

function writeIntro(
  direction: SeedDirection,
  aim: string,
  { titles, isLive, random }: { titles: readonly string[]; isLive: boolean; random: Random },
): string[] {
  const first = at(titles, 0)
  const middle = at(titles, Math.floor(titles.length / 2))
  const last = at(titles, titles.length - 1)
  const opening = random.pick([
    `${aim}全课 ${titles.length} 讲，从「${first}」讲起，到「${last}」收尾，一讲只解决一件事。`,
    `${aim}一共 ${titles.length} 讲，前几讲从「${first}」起步，中间停在「${middle}」多练一遍，最后落在「${last}」。`,
    `「${middle}」常常是大家卡住的地方，所以前面的几讲都在为它做准备。${aim}全课 ${titles.length} 讲，最后一讲是「${last}」。`,
  ])
  const manner = isLive
    ? random.pick([
        '直播授课，每次课前半程讲，后半程当堂改作业，举手就会被看见。缺课可以看回放，作业仍按原来的日子交。',
        '每周按时上课，课上先看上一次的作业，再讲新的一节。没赶上的同学听回放，问题留在课后，老师下次开场先答。',
        '小班直播，老师边做边讲，同学可以随时打断。每次课留一份一小时以内的作业，下次课前老师逐份看过。',
      ])
    : random.pick([
        '录播课，可以反复看、倍速看。每讲后面附一份小作业，按自己的节奏做完再往下走，不必赶。',
        '录播课，每讲半小时上下，适合在饭后看一讲、做一讲。前面的讲可以试看，听得进去再决定。',
        '录播课，讲的时候示范完整做一遍，不剪掉犹豫和返工的地方。看完一讲，最好当天就跟着做一遍。',
      ])
  // It ends with a full stop itself.
  const note = direction.note.replace(/。$/, '')
  const whom = random.pick([
    `属于「${direction.name}」方向：${note}。零基础可以从第一讲开始，学过的同学可以直接从「${middle}」看起。`,
    `这门课放在「${direction.name}」方向里，${note}。有一点基础会更轻松，没有也能跟上，前两讲就是补课。`,
    `适合想把「${direction.name}」学扎实的同学：${note}。学完把最后一讲的作业留好，它就是你的第一件作品。`,
  ])
  return [opening, manner, whom]
}
