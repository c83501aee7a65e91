import { businessPapers } from './exam-papers/business-papers.ts'
import { designPapers } from './exam-papers/design-papers.ts'
import type { SeedPaper } from './exam-papers/exam-shapes.ts'
import { illustrationPapers } from './exam-papers/illustration-papers.ts'
import { musicPapers } from './exam-papers/music-papers.ts'
import { programmingPapers } from './exam-papers/programming-papers.ts'
import { videoPapers } from './exam-papers/video-papers.ts'

/** Exams of all colleges. */
export const examPapers: readonly SeedPaper[] = [
  ...illustrationPapers,
  ...designPapers,
  ...programmingPapers,
  ...videoPapers,
  ...musicPapers,
  ...businessPapers,
]
