import { workDetailQuery } from '#client/features/work/work-queries.ts'
import { bylineOf, descriptionOf, schoolFillers, sentence } from '#client/pages/catalogue-head.ts'
import { detailPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { workUrl } from '#shared/rules/detail-url.ts'
import { tagOf } from '#shared/rules/page-tags.ts'
import { readWorkId } from './work-choice.ts'

/** The first sentence of a text with its end; '' when there is none. */
function firstSentence(text: string): string {
  const [start = ''] = /[^。！？]+[。！？]?/.exec(text) ?? []
  return /[。！？]$/.test(start) ? start : ''
}

export const workDetail = definePage('work-detail', {
  path: '/works/:id.html',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(detailPolicy, ({ id }) => [tagOf('work', id)]),
  sitemap: entitySitemap('work', workUrl),
  parse: (address) => ({ id: readWorkId(address) }),
  data: ({ api, choice }) => ({ critical: [workDetailQuery(api, choice.id)] }),
  head: ({ api, choice: { id }, read }) => {
    const work = read(workDetailQuery(api, id))
    const canonical = workUrl(id)
    if (!work) return { title: '学员作品', description: '', canonical }
    const description = descriptionOf(
      [
        `${work.college.name}${work.category.name}作品《${work.title}》，作者${work.authorName}。`,
        sentence(work.intro),
        firstSentence(work.intro),
        work.teacherComment ? `老师批注：${sentence(work.teacherComment)}` : '',
      ].filter(
        (text, index, all) =>
          index < 2 || !all[1]?.includes(text) || (all[0]?.length ?? 0) + (all[1]?.length ?? 0) > 80,
      ),
      schoolFillers,
    )
    return {
      title: `《${work.title}》${work.authorName}的${work.category.name}作品`,
      description,
      keywords: ['学员作品', work.college.name, work.category.name, work.authorName].join(','),
      canonical,
      card: {
        name: `work-detail-${id}`,
        kind: '学员作品',
        title: `《${work.title}》`,
        byline: bylineOf([work.authorName, work.college.name, work.category.name]),
        cover: work.coverImg,
        ground: 'paper',
      },
      ogType: 'article',
    }
  },
  component: () => import('#client/pages/work/work-detail.tsx').then((m) => m.WorkDetail),
})
