import type { ReactNode } from 'react'
import { Phrases } from '#client/features/common/phrases.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { College } from '#shared/contract/college.ts'
import type { Banner } from '#shared/contract/fields.ts'
import css from './college-board.module.css'

/** The top of a college: its name, what it says of itself, its first picture. */
export function CollegeBoard({ college, banners }: { college: College; banners: readonly Banner[] }): ReactNode {
  const [first, ...others] = banners
  return (
    <div className={`${css.board} on-board`}>
      {first ? (
        <Picture
          className={css.picture}
          src={first.img}
          alt=""
          ratio="banner"
          width={1440}
          height={480}
          sizes="(min-width: 769px) 114vw, 100vw"
          eager
        />
      ) : null}
      <div className={`wrap ${css.words}`}>
        <h1 className={css.name}>{college.name}</h1>
        <p className={css.line}>{first ? <Phrases text={first.title} /> : college.smallTitle}</p>
        <p className={css.intro}>{college.intro}</p>
        <p className={css.actions}>
          <ButtonLink tone="chalk" size="l" href={first?.url || `/course`}>
            看这个学院的课
          </ButtonLink>
          {others.map((banner) => (
            <a key={banner.id} className={css.other} href={banner.url}>
              {banner.title}
            </a>
          ))}
        </p>
      </div>
    </div>
  )
}
