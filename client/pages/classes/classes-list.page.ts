import { classesListQuery } from '#client/features/classes/classes-queries.ts'
import { descriptionOf, pageSuffix, schoolFillers, sentence, seoQuery } from '#client/pages/catalogue-head.ts'
import { listPath } from '#client/pages/catalogue-paths.ts'
import { listPolicy, tagged } from '#client/pages/cache-times.ts'
import { typeEntries } from '#client/pages/catalogue-sitemap.ts'
import {
  classesListInput,
  classesListTitle,
  classesRoot,
  readClassesChoice,
} from '#client/pages/classes/classes-list-choice.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export const classesList = definePage('classes-list', {
  path: '/classes/:p1?/:p2?/:p3?',
  layout: 'base',
  cache: tagged(listPolicy, () => [tagOfAll('classes'), tagOfAll('common')], {}, ['page']),
  sitemap: ({ common }) => typeEntries(classesRoot, common.classTypes),
  parse: readClassesChoice,
  data: ({ api, choice }) => ({
    critical: [classesListQuery(api, classesListInput(choice))],
    wanted: [seoQuery(api, 'classesList')],
  }),
  settle: ({ api, choice, read }) => {
    const list = read(classesListQuery(api, classesListInput(choice)))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, choice, read }) => {
    const list = read(classesListQuery(api, classesListInput(choice)))
    const seo = read(seoQuery(api, 'classesList'))
    const name = classesListTitle(choice)
    const children = choice.two ? '' : (choice.one?.children.map((child) => child.name).join('、') ?? '')
    const own = descriptionOf(
      [
        `${name}共 ${list?.total ?? 0} 个${pageSuffix(choice.page)}。`,
        sentence(children && `分为${children}`),
        '按学期上课，小班直播，每份作业都有老师的红笔批注，缺课可看回放，学完留下一本作品集。',
      ],
      schoolFillers,
    )
    return {
      title: `${choice.one ? name : (seo?.title ?? name)}${pageSuffix(choice.page)}`,
      description: !choice.one && choice.page === 1 ? (seo?.description ?? own) : own,
      keywords: [choice.one?.name, choice.two?.name, seo?.keyWord].filter(Boolean).join(','),
      canonical: listPath(classesRoot, choice.one, choice.two, choice.page),
      card: {
        name: 'classes-list',
        kind: '系统班',
        title: '按学期上课的系统班',
        byline: '小班直播，每份作业都有老师的红笔批注',
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/classes/classes-list.tsx').then((m) => m.ClassesList),
})
