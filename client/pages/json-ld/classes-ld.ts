import { classesDetailQuery, classesListQuery } from '#client/features/classes/classes-queries.ts'
import { classesCrumbs } from '#client/pages/classes/classes-crumbs.ts'
import {
  classesListCrumbs,
  classesListInput,
  classesListTitle,
  classesRoot,
} from '#client/pages/classes/classes-list-choice.ts'
import type { ListChoice } from '#client/pages/catalogue-paths.ts'
import { dayText } from '#shared/rules/number-text.ts'
import { jsonLdOf } from './json-ld.ts'
import { breadcrumbLd, courseLd, itemListLd } from './schema-org.ts'

export const classesListLd = jsonLdOf<ListChoice>(({ api, choice, read }) => {
  const list = read(classesListQuery(api, classesListInput(choice)))
  return [
    itemListLd(
      classesListTitle(choice),
      (list?.records ?? []).map((item) => ({ name: item.name, url: `${classesRoot}/${item.id}` })),
    ),
    breadcrumbLd(classesListCrumbs(choice)),
  ]
})

export const classesDetailLd = jsonLdOf<{ id: number }>(({ api, choice, common, read }, { description, canonical }) => {
  const item = read(classesDetailQuery(api, choice.id))
  if (!item) return []
  return [
    courseLd({
      name: item.name,
      description,
      url: canonical,
      image: item.coverImg,
      brandName: common.config.brandName,
      price: item.price,
      isCharge: item.isCharge,
      mode: 'Online',
      totalDuration: item.totalDuration,
      teachers: item.teachers.map((teacher) => teacher.name),
      terms: item.schedules.map((term) => ({ begin: dayText(term.beginDate), end: dayText(term.endDate) })),
    }),
    breadcrumbLd(classesCrumbs(item)),
  ]
})
