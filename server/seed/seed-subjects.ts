import { businessSubject } from './data/courses/business-subject.ts'
import { designSubject } from './data/courses/design-subject.ts'
import { illustrationSubject } from './data/courses/illustration-subject.ts'
import { musicSubject } from './data/courses/music-subject.ts'
import { programmingSubject } from './data/courses/programming-subject.ts'
import { videoSubject } from './data/courses/video-subject.ts'
import type { SeedSubject } from './data/seed-types.ts'

/** The six subjects in the order in which the colleges stand. */
export const seedSubjects: readonly SeedSubject[] = [
  illustrationSubject,
  designSubject,
  programmingSubject,
  videoSubject,
  musicSubject,
  businessSubject,
]
