import type { Subject } from '#server/seed/data/seed-types.ts'
import { businessSynonyms } from './synonyms/business-synonyms.ts'
import { designSynonyms } from './synonyms/design-synonyms.ts'
import { illustrationSynonyms } from './synonyms/illustration-synonyms.ts'
import { musicSynonyms } from './synonyms/music-synonyms.ts'
import { programmingSynonyms } from './synonyms/programming-synonyms.ts'
import { videoSynonyms } from './synonyms/video-synonyms.ts'

export interface SeedSynonyms {
  readonly subject: Subject
  readonly words: readonly string[]
  readonly related: readonly string[]
}

const texts: Readonly<Record<Subject, string>> = {
  programming: programmingSynonyms,
  video: videoSynonyms,
  music: musicSynonyms,
  business: businessSynonyms,
  design: designSynonyms,
  illustration: illustrationSynonyms,
}

/**
 * Words that learners say and the catalogue doesn't, by college, and what the field calls it; staff edit them in the database
 * afterwards. What they lead to are words that anybody would write, never the title of a course: a title helps only itself.
 */
export const seedSynonyms: readonly SeedSynonyms[] = Object.entries(texts).flatMap(([subject, text]) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [words = '', related = ''] = line.split(' => ')
      return { subject: subject as Subject, words: words.split(' '), related: related.split(';') }
    }),
)
