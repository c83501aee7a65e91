import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { Neighbours } from '#client/features/article/neighbours.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { CopyLink } from '#client/features/common/copy-link.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { itemName } from '#client/features/media-viewer/media-item.ts'
import { useMediaViewer } from '#client/features/media-viewer/use-media-viewer.tsx'
import { workDetailQuery } from '#client/features/work/work-queries.ts'
import { WorkWall } from '#client/features/work/work-wall.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import type { WorkDetail as Work } from '#shared/contract/work.ts'
import { workUrl } from '#shared/rules/detail-url.ts'
import { countText, dayText } from '#shared/rules/number-text.ts'
import { workCrumbs, workListPath } from './work-choice.ts'
import css from './work-detail.module.css'

const openWords = { image: '看大图', video: '播放', audio: '听' } as const

/** Everything that was handed in: the first one large, the others below. Without script each opens as a file. */
function Gallery({ work }: { work: Work }): ReactNode {
  const viewer = useMediaViewer(`《${work.title}》`)
  const { media } = work
  const handleClick = (event: MouseEvent, index: number): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    viewer.open(media, index)
  }
  return (
    <>
      <ul className={css.gallery}>
        {media.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a work's pictures is theirs and never changes
          <li key={`${index}-${item.url}`} className={index === 0 ? css.lead : undefined}>
            <a
              className={css.open}
              href={item.url}
              onClick={(event) => handleClick(event, index)}
              aria-label={`${openWords[item.kind]}：${itemName(item, index)}`}
            >
              <Picture
                className={css.picture}
                src={item.thumbnail}
                alt=""
                ratio="work"
                width={item.width}
                height={item.height}
                sizes={index === 0 ? '(min-width: 1041px) 640px, 94vw' : '(min-width: 769px) 210px, 30vw'}
                eager={index === 0}
              />
              {item.kind === 'image' ? null : (
                <span className={css.kind}>
                  <Icon name={item.kind === 'video' ? 'play' : 'sound'} size={index === 0 ? 30 : 22} />
                </span>
              )}
            </a>
            {item.caption ? <p className={css.caption}>{item.caption}</p> : null}
          </li>
        ))}
      </ul>
      {viewer.element}
    </>
  )
}

function Facts({ work }: { work: Work }): ReactNode {
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['作者', work.authorName],
    [
      '学院',
      <a key="college" className="link" href={`/college/${work.college.path}`}>
        {work.college.name}
      </a>,
    ],
    [
      '分类',
      <a key="category" className="link" href={workListPath(work.college, work.category.id)}>
        {work.category.name}
      </a>,
    ],
    [
      '日期',
      <time key="day" dateTime={dayText(work.publishDate)}>
        {dayText(work.publishDate)}
      </time>,
    ],
    ['看过', `${countText(work.views)} 次`],
  ]
  return (
    <dl className={css.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Tells the school that a work was looked at. */
function useLookCount(id: number): void {
  const { api } = useApp()
  useEffect(() => {
    api.call('POST /api/student-work/view', { id }).catch(() => undefined)
  }, [api, id])
}

function neighbour(found: Work['prev']): { href: string; title: string } | null {
  return found && { href: workUrl(found.id), title: `《${found.title}》` }
}

/** One work: what was handed in, the author's and the teacher's words. */
export function WorkDetail({ choice: { id } }: PageProps<{ id: number }>): ReactNode {
  const work = useRead(workDetailQuery, id)
  useLookCount(id)
  return (
    <div className="wrap">
      <Breadcrumb items={workCrumbs(work)} />
      <div className={css.columns}>
        <Gallery key={id} work={work} />
        <div className={css.about}>
          <p className={css.kicker}>
            {work.college.name}　{work.category.name}
          </p>
          <h1 className={css.title}>《{work.title}》</h1>
          {work.intro ? <p className={css.intro}>{work.intro}</p> : null}
          {work.teacherComment ? (
            <section className={css.comment} aria-labelledby="comment-title">
              <h2 id="comment-title">老师批注</h2>
              <p>{work.teacherComment}</p>
            </section>
          ) : null}
          <Facts work={work} />
          <CopyLink path={workUrl(id)} />
          <Neighbours unit="件" prev={neighbour(work.prev)} next={neighbour(work.next)} />
        </div>
      </div>
      {work.related.length > 0 ? (
        <section className="part no-print" aria-labelledby="related-title">
          <SectionHead
            id="related-title"
            title={`更多${work.category.name}作品`}
            more={{ href: workListPath(work.college, work.category.id), text: '全部' }}
          />
          <WorkWall works={work.related} rows={2} />
        </section>
      ) : null}
    </div>
  )
}
