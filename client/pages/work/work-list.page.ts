import { workCategoriesQuery, workListQuery } from '#client/features/work/work-queries.ts'
import { descriptionOf, pageSuffix, schoolFillers, seoQuery } from '#client/pages/catalogue-head.ts'
import { listPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import {
  findWorkCategory,
  readWorkList,
  settleWorkList,
  workListInput,
  workListPath,
  workListTitle,
  workRoot,
} from './work-choice.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export const workList = definePage('work-list', {
  path: '/works/:college?/:categoryId?/:page?',
  layout: 'base',
  cache: tagged(listPolicy, () => [tagOfAll('works'), tagOfAll('common')], {}, ['page']),
  sitemap: async ({ api, common }) => {
    const categories = await api.call('GET /api/student-work/category-list', {})
    return [
      { path: workRoot },
      ...common.colleges.flatMap((college) => [
        { path: workListPath(college, undefined) },
        ...categories
          .filter(({ collegeId }) => collegeId === college.id)
          .map(({ id }) => ({ path: workListPath(college, id) })),
      ]),
    ]
  },
  parse: readWorkList,
  data: ({ api, choice }) => ({
    critical: [workListQuery(api, workListInput(choice)), workCategoriesQuery(api)],
    wanted: choice.college ? [] : [seoQuery(api, 'worksList')],
  }),
  settle: (input) => {
    const { api, choice, read } = input
    const list = read(workListQuery(api, workListInput(choice)))
    settleWorkList(choice, input, read(workCategoriesQuery(api)) ?? [])
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, choice, read }) => {
    const list = read(workListQuery(api, workListInput(choice)))
    const categories = read(workCategoriesQuery(api)) ?? []
    const category = findWorkCategory(categories, choice)
    const own = categories.filter(({ collegeId }) => collegeId === choice.college?.id).map(({ name }) => name)
    const title = workListTitle(choice, category)
    const seo = choice.college || choice.page > 1 ? undefined : read(seoQuery(api, 'worksList'))
    const description = descriptionOf(
      [
        `${choice.college?.name ?? '六个学院'}的${category ? title : '学员作品'}共 ${list?.total ?? 0} 件${pageSuffix(choice.page)}，`,
        category || own.length === 0
          ? '每一件都有作者的话和老师的红笔批注。'
          : `有${own.join('、')}，每一件都有老师的红笔批注。`,
        '都是学完之后署了名的东西。',
      ],
      schoolFillers,
    )
    return {
      title: `${category ? `${choice.college?.name ?? ''}：` : ''}${seo?.title ?? title}${pageSuffix(choice.page)}`,
      description: seo?.description ?? description,
      keywords: ['学员作品', choice.college?.name, category?.name, seo?.keyWord].filter(Boolean).join(','),
      canonical: workListPath(choice.college, choice.categoryId, choice.page),
      card: {
        name: 'work-list',
        kind: '学员作品',
        title: '学完之后署了名的东西',
        byline: '每一件都有作者的话和老师的红笔批注',
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/work/work-list.tsx').then((m) => m.WorkList),
})
