import type { ReactNode } from 'react'
import { Phrases } from '#client/features/common/phrases.tsx'
import type { Carousel } from '#client/features/home/use-carousel.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { Banner } from '#shared/contract/fields.ts'
import css from './banner-slides.module.css'

/** A phrase stays on one line: long ones need smaller letters to keep off the picture. */
function longestPhrase(title: string): number {
  return Math.max(...title.split(/[，：；、]/).map((phrase) => phrase.length))
}

function Slide({
  banner,
  index,
  count,
  shown,
  near,
}: {
  banner: Banner
  index: number
  count: number
  shown: boolean
  near: boolean
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide of a carousel, no form controls
    <div
      className={`${css.slide} ${shown ? '' : css.away}`}
      role="group"
      aria-roledescription="幻灯片"
      aria-label={`第 ${index + 1} 幅，共 ${count} 幅`}
    >
      {near || index === 0 ? (
        <Picture
          className={css.picture}
          src={banner.img}
          alt=""
          ratio="banner"
          width={1440}
          height={428}
          sizes="(min-width: 769px) 119vw, 100vw"
          eager={index === 0}
        />
      ) : null}
      <div className={`wrap ${css.grid}`}>
        <div className={css.say}>
          <h2 className={longestPhrase(banner.title) > 8 ? css.long : undefined}>
            <Phrases text={banner.title} />
          </h2>
          <p>{banner.subTitle}</p>
          {banner.url ? (
            <ButtonLink tone="chalk" size="l" href={banner.url} aria-label={`去看看：${banner.title}`}>
              去看看
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </div>
  )
}

function Controls({ banners, carousel }: { banners: readonly Banner[]; carousel: Carousel }): ReactNode {
  const { index, playing, go, toggle } = carousel
  return (
    <div className={`${css.controls} no-print`}>
      <button type="button" onClick={() => go(index - 1)} aria-label="上一幅">
        <Icon name="left" size={18} />
      </button>
      {banners.map((banner, slide) => (
        <button
          key={banner.id}
          type="button"
          className={css.dot}
          onClick={() => go(slide)}
          aria-label={`第 ${slide + 1} 幅`}
          aria-current={slide === index ? 'true' : undefined}
        />
      ))}
      <button type="button" onClick={() => go(index + 1)} aria-label="下一幅">
        <Icon name="right" size={18} />
      </button>
      <button type="button" className={css.pause} onClick={toggle}>
        {playing ? '暂停轮播' : '继续轮播'}
      </button>
    </div>
  )
}

/** The pictures and words on the board, one at a time. */
export function BannerSlides({ banners, carousel }: { banners: readonly Banner[]; carousel: Carousel }): ReactNode {
  return (
    <section className={css.stage} aria-roledescription="轮播" aria-label="学校想先说的几句话" {...carousel.hold}>
      <div className={css.slides} aria-live={carousel.playing ? 'off' : 'polite'}>
        {banners.map((banner, index) => (
          <Slide
            key={banner.id}
            banner={banner}
            index={index}
            count={banners.length}
            shown={index === carousel.index}
            near={carousel.isNear(index)}
          />
        ))}
      </div>
      {banners.length > 1 ? (
        <div className={`wrap ${css.bar}`}>
          <Controls banners={banners} carousel={carousel} />
        </div>
      ) : null}
    </section>
  )
}
