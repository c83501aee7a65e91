import type { ReactNode } from 'react'
import { Highlight } from '#client/features/search/highlight.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { countText } from '#shared/rules/number-text.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import css from './search-hit.module.css'

const kinds: Readonly<Record<number, string>> = { [LectureType.live]: '直播', [LectureType.classSystem]: '系统班', [LectureType.video]: '录播' }

interface SearchHitProps {
  hit: CallOutput<'GET /api/search/course-list'>['records'][number]
  search: string
  /** In the first screen. */
  eager?: boolean
}

/** One found course in a list, the searched words marked. */
export function SearchHit({ hit, search, eager = false }: SearchHitProps): ReactNode {
  return (
    <li className={css.hit}>
      <Picture src={hit.coverImg} alt="" ratio="cover" sizes="(max-width: 768px) 112px, 184px" eager={eager} />
      <div className={css.words}>
        <h2 className={css.name}>
          <a href={detailUrl(hit.lectureType, hit.id)}>
            <Highlight text={hit.name} search={search} />
          </a>
        </h2>
        <p className={`${css.aim} muted`}>
          <Highlight text={hit.learnAim} search={search} />
        </p>
        <p className={`${css.meta} s13 faint`}>
          <span>{kinds[hit.lectureType]}</span>
          <span>
            <Highlight text={hit.teacherName} search={search} />
          </span>
          <span>{countText(hit.studyCount)} 人在学</span>
        </p>
      </div>
      <p className={css.price}>
        <Price price={hit.price} isCharge={hit.isCharge} />
      </p>
    </li>
  )
}
