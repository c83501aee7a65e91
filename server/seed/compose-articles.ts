import {
  dayNotes,
  guideFor,
  guideReady,
  guideTeacher,
  routeBase,
  routeClosings,
  routeFar,
  routeIntros,
  sheetDone,
  sheetIntros,
  sheetStuck,
} from './data/more/lesson-phrases.ts'
import { readNotes } from './data/more/note-texts.ts'
import { madeNotes } from './data/more/notes-made.ts'
import { visualNotes } from './data/more/notes-visual.ts'
import { workAuthors } from './data/more/work-lines.ts'
import type { SeedArticle, SeedDirection, SeedSubject } from './data/seed-types.ts'
import { seedSubjects } from './seed-subjects.ts'

const weekDays = ['第一天', '第二天', '第三天', '第四天', '第五天', '第六天', '第七天'] as const
const perSubject = 8

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

function filled(text: string, direction: SeedDirection): string {
  return text.replaceAll('{d}', direction.name)
}

/** In quotation marks; those inside become single ones. */
function quoted(text: string | undefined): string {
  return `“${(text ?? '').replaceAll('“', '‘').replaceAll('”', '’')}”`
}

/** Seven days with a lesson each. */
function sheet(subject: SeedSubject, place: number, index: number): SeedArticle {
  const direction = at(subject.directions, index)
  const first = Math.floor(index / subject.directions.length) * 14
  const lessons = direction.lessonBank.slice(first, first + weekDays.length)
  const turn = index + place
  return {
    category: '学习资料',
    subject: subject.subject,
    title: `${direction.name}一周练习单：从${quoted(lessons[0])}开始`,
    summary: `七天七件小事，从${quoted(lessons[1])}做到${quoted(lessons.at(-1))}，每天四十分钟。`,
    author: at(workAuthors, place * 11 + index * 5),
    body: [
      filled(at(sheetIntros, turn), direction),
      '## 七天怎么排',
      ...lessons.map((lesson, day) => `- ${weekDays[day]}：${lesson}。${at(dayNotes[day] ?? [''], turn + day)}。`),
      '## 怎样算做完',
      at(sheetDone, turn),
      '## 卡住的时候',
      at(sheetStuck, turn),
    ],
  }
}

/** What to learn of a direction, in which order. */
function route(subject: SeedSubject, place: number, index: number): SeedArticle {
  const direction = at(subject.directions, index)
  const bank = direction.lessonBank
  const pick = (from: number, step: number): string[] => [0, 1, 2, 3].flatMap((nth) => bank[from + nth * step] ?? [])
  const turn = index + place
  const aims = direction.topics.slice(8, 10)
  return {
    category: '学习方法',
    subject: subject.subject,
    title: `自学${direction.name}的一条路线：先站稳，再走远`,
    summary: `从${quoted(bank[0])}到${quoted(aims[0]?.[0] ?? bank.at(-1))}，${direction.name}该先学什么、后学什么。`,
    author: at(subject.teachers, index).name,
    body: [
      filled(at(routeIntros, turn), direction),
      '## 先站稳',
      ...pick(0, 3).map((lesson) => `- ${lesson}`),
      at(routeBase, turn),
      '## 再走远',
      ...pick(16, 4).map((lesson) => `- ${lesson}`),
      at(routeFar, turn),
      '## 最后，做一件完整的东西',
      ...aims.map(([name, aim]) => `- ${name}：${aim}`),
      at(routeClosings, turn),
    ],
  }
}

/** What a course is about, for whom, and what to have ready. */
function guide(subject: SeedSubject, place: number, index: number): SeedArticle {
  const direction = at(subject.directions, index)
  const topic = direction.topics[Math.floor(index / subject.directions.length) * 3 + 2]
  const [name, aim] = topic ?? at(direction.topics, index)
  const bank = direction.lessonBank
  const turn = index + place
  const from = 6 + (index % 3) * 8
  return {
    category: '学校消息',
    subject: subject.subject,
    title: `课前导读：${name}`,
    summary: aim,
    author: at(subject.teachers, index + 4).name,
    body: [
      `${aim}这是${direction.name}方向的一门课，下面写清楚它做什么、适合谁，以及开课前可以先备好的几样东西。`,
      '## 会碰到什么',
      `课里绕不开这几件事：${bank
        .slice(from, from + 4)
        .map(quoted)
        .join('')}。单独看都不大，难在放到同一件东西里。`,
      at(guideTeacher, turn),
      '## 适合谁',
      filled(at(guideFor, turn), direction),
      '## 开课以前',
      ...at(guideReady, turn).map((line) => `- ${line}`),
    ],
  }
}

const byLearners: readonly string[] = ['学员故事', '创作心得']

/** Articles besides those of the first files: short ones by hand, and some made of each subject's own lessons. */
export function composeArticles(): SeedArticle[] {
  const notes = [...visualNotes, ...madeNotes].flatMap((texts, place) => {
    const teachers =
      seedSubjects.find(({ subject }) => subject === texts.subject)?.teachers.map(({ name }) => name) ?? []
    return readNotes(texts, teachers).map((note, index) =>
      byLearners.includes(note.category) ? { ...note, author: at(workAuthors, place * 13 + index) } : note,
    )
  })
  const lessons = seedSubjects.flatMap((subject, place) => [
    ...Array.from({ length: perSubject }, (_, index) => sheet(subject, place, index)),
    ...subject.directions.map((_, index) => route(subject, place, index)),
    ...Array.from({ length: perSubject }, (_, index) => guide(subject, place, index)),
  ])
  return mixed([...notes, ...lessons])
}

/** In an order in which subjects and kinds take turns. */
function mixed(articles: readonly SeedArticle[]): SeedArticle[] {
  const step = 37
  const order: SeedArticle[] = []
  const left = [...articles]
  let position = 0
  while (left.length > 0) {
    position = (position + step) % left.length
    const [next] = left.splice(position, 1)
    if (next) order.push(next)
  }
  return order
}
