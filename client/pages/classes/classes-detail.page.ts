import { classesDetailQuery, relatedClassesQuery } from '#client/features/classes/classes-queries.ts'
import { descriptionOf, schoolFillers, sentence, teachersByline } from '#client/pages/catalogue-head.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import { detailPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { lengthText } from '#shared/rules/number-text.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const classesDetail = definePage('classes-detail', {
  path: '/classes/:id',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(detailPolicy, ({ id }) => [tagOf('classes', id), tagOfAll('classes')]),
  sitemap: entitySitemap('class', (id) => `/classes/${id}`),
  // NOTE: ?isPreview=true changes nothing here: a draft is shown to staff only, who have no session yet.
  parse: ({ params }) => ({ id: readDetailId(params.id, '/classes') }),
  data: ({ api, choice: { id } }) => ({
    critical: [classesDetailQuery(api, id)],
    deferred: [relatedClassesQuery(api, id)],
  }),
  head: ({ api, choice: { id }, read }) => {
    const item = read(classesDetailQuery(api, id))
    const canonical = `/classes/${id}`
    if (!item) return { title: '系统班', description: '', canonical }
    const description = descriptionOf(
      [
        sentence(item.learnAim),
        `系统班共 ${item.stages.length} 个阶段、${item.courseCount} 门课、${item.periodCount} 讲，${lengthText(item.totalDuration)}。`,
      ],
      ['小班直播，', '每份作业都有老师的红笔批注，', '缺课可看回放。', ...schoolFillers],
    )
    return {
      title: item.name,
      description,
      keywords: [item.subjectOne?.name, item.subjectTwo?.name, ...item.teachers.map((teacher) => teacher.name)]
        .filter(Boolean)
        .join(','),
      canonical,
      card: {
        name: `classes-detail-${item.id}`,
        kind: '系统班',
        title: item.name,
        byline: teachersByline(item.teachers, item.subjectOne?.name),
        cover: item.coverImg,
        ground: 'paper',
      },
    }
  },
  component: () => import('#client/pages/classes/classes-detail.tsx').then((m) => m.ClassesDetail),
})
