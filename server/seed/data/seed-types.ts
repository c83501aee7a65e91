/** The shapes of the seed's data files. Only plain data stands in `data/`; `../*.ts` turns it into rows. */

/** The six subjects; each is a college, a level-1 course type and a family of generated pictures. */
export type Subject = 'illustration' | 'design' | 'programming' | 'video' | 'music' | 'business'

/** A learn direction: level 2 of the course types (`/course/{subject}/{path}`). */
export interface SeedDirection {
  /** Lower-case Latin, also the URL segment; never 'live', 'video', 'play', 'all' or digits only. */
  path: string
  name: string
  /** One sentence under 24 characters, shown on the college page. */
  note: string
  /**
   * Names and aims of courses whose outlines are composed from `lessonBank`, as [name, aim];
   * at least 10. A name has 8-24 characters, an aim 18-46 and ends with 。
   */
  topics: readonly (readonly [name: string, aim: string])[]
  /** At least 36 lesson titles of this direction, 5-18 characters each, no two alike, from easy to hard. */
  lessonBank: readonly string[]
}

export interface SeedTeacher {
  /** Unique over all subjects, Latin: 'gu-nanqiao'. */
  key: string
  name: string
  /** 头衔, under 20 characters. */
  title: string
  /** Two or three sentences, 50-120 characters. */
  intro: string
  /** Shown in 名师风采 of the college and the home page. */
  elegant?: boolean
}

/** A course whose outline is written by hand. */
export interface SeedCourse {
  name: string
  aim: string
  /** Paragraphs of the introduction, two to four, 60-160 characters each: what is done, for whom, what comes out. */
  intro: readonly string[]
  /** A path of the subject's directions. */
  direction: string
  kind: 'video' | 'live'
  /** Whole yuan; 0 is free. */
  price: number
  originPrice?: number
  teachers: readonly string[]
  /** Days of service after purchase; absent = for good. */
  serviceDays?: number
  /** [title, minutes], 8-20 of them; minutes 8-110. */
  lessons: readonly (readonly [title: string, minutes: number])[]
  /** How many lessons from the first on are 试看. */
  free: number
}

/** A system class: stages with the courses bundled in each. */
export interface SeedClassSystem {
  name: string
  aim: string
  intro: readonly string[]
  /** Path of the second-level system-class type (subjectTwo), one of `classTypes`. */
  type: string
  price: number
  originPrice?: number
  months: number
  /** 适合谁: [who, why], 3-6 of them. */
  suits: readonly (readonly [string, string])[]
  /** Stage name and the number of courses of the subject bundled in it, 3-5 stages. */
  stages: readonly (readonly [name: string, courses: number])[]
  teachers: readonly string[]
}

export interface SeedSubject {
  subject: Subject
  /** '插画学院'. */
  college: string
  /** '插画': name of the level-1 course type. */
  name: string
  /** Shown under the college's name, under 20 characters: '观察、造型、色彩'. */
  smallTitle: string
  /** The college's own words, 60-140 characters. */
  intro: string
  /** College pain points (module 3): [title, answer], 4 of them; answers 30-70 characters. */
  painPoints: readonly (readonly [string, string])[]
  /** Product advantages (module 7): [title, text], 4 of them. */
  advantages: readonly (readonly [string, string])[]
  /** Banner lines of the college page: [headline, sub line], 3 of them. */
  banners: readonly (readonly [string, string])[]
  /** 4-5 directions. */
  directions: readonly SeedDirection[]
  /** Second level of the system-class types: [path, name], 2-3 of them. */
  classTypes: readonly (readonly [path: string, name: string])[]
  /** At least 7. */
  teachers: readonly SeedTeacher[]
  /** At least 11 by hand, of every direction, about a third live, one or two free. */
  courses: readonly SeedCourse[]
  /** At least 8. */
  classSystems: readonly SeedClassSystem[]
}

export interface SeedArticle {
  category: string
  subject?: Subject
  title: string
  summary: string
  author: string
  /** Paragraphs; one starting with '## ' is a heading, '> ' a quotation, '- ' a list item. 6-14 of them. */
  body: readonly string[]
}

export interface SeedWork {
  subject: Subject
  category: string
  title: string
  author: string
  intro: string
  /** The teacher's red-pen comment, one or two sentences. */
  comment: string
}

/** A plate of the forum. */
export interface SeedPlate {
  /** '插画习作'. */
  name: string
  /** One or two characters for its icon: '画'. */
  mark: string
  /** One sentence of 15-40 characters. */
  description: string
  subject?: Subject
  recommended?: boolean
}

/** Somebody who writes in the forum. */
export interface SeedPersona {
  /** 2-8 characters, unique. */
  nickname: string
  /** One line about themselves, 8-40 characters. */
  introduction: string
}

export interface SeedComment {
  /** Nickname of a persona. */
  author: string
  text: string
  /** Index (in this post's comments) of the one that is answered. */
  to?: number
}

export interface SeedPost {
  /** Name of its plate. */
  plate: string
  title: string
  author: string
  /** Paragraphs as in an article: 1-8 of them. */
  body: readonly string[]
  isEssence?: boolean
  isTop?: boolean
  comments: readonly SeedComment[]
}

/** Something that learners of a plate keep working at: posts are composed of it, so each part stands by itself. */
export interface SeedTopic {
  /** A noun: '手部速写'. */
  name: string
  /** What goes wrong, without a full stop: '手指总像一排香肠'. */
  ask: string
  /** Told by whoever has the trouble, whole sentences. */
  trouble: string
  /** What didn't help, whole sentences. */
  tried: string
  /** What does, as advice to anybody, whole sentences. */
  found: string
  /** One thing more to mind, a whole sentence. */
  tip: string
}
