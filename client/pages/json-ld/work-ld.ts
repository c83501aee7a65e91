import { itemName } from '#client/features/media-viewer/media-item.ts'
import { workCategoriesQuery, workDetailQuery, workListQuery } from '#client/features/work/work-queries.ts'
import {
  findWorkCategory,
  workCrumbs,
  type WorkListChoice,
  workListCrumbs,
  workListInput,
  workListTitle,
} from '#client/pages/work/work-choice.ts'
import { workUrl } from '#shared/rules/detail-url.ts'
import { jsonLdOf } from './json-ld.ts'
import { breadcrumbLd, itemListLd, workLd } from './schema-org.ts'

export const workListLd = jsonLdOf<WorkListChoice>(({ api, choice, read }) => {
  const records = read(workListQuery(api, workListInput(choice)))?.records ?? []
  const category = findWorkCategory(read(workCategoriesQuery(api)) ?? [], choice)
  return [
    itemListLd(
      workListTitle(choice, category),
      records.map((work) => ({ name: work.title, url: workUrl(work.id) })),
    ),
    breadcrumbLd(workListCrumbs(choice, category)),
  ]
})

export const workDetailLd = jsonLdOf<{ id: number }>(({ api, choice, read }, { description, canonical }) => {
  const work = read(workDetailQuery(api, choice.id))
  if (!work) return []
  const films = work.media.flatMap((item, index) =>
    item.kind === 'video'
      ? [{ url: item.url, thumbnail: item.thumbnail, name: `${work.title} ${itemName(item, index)}` }]
      : [],
  )
  return [
    ...workLd(
      {
        title: work.title,
        description,
        url: canonical,
        image: work.coverImg,
        author: work.authorName,
        published: work.publishDate,
      },
      films,
    ),
    breadcrumbLd(workCrumbs(work)),
  ]
})
