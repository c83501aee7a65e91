import { homeClassesInput } from '#client/features/classes/home-classes-input.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { descriptionOf, schoolFillers, seoQuery } from '#client/pages/catalogue-head.ts'
import { livePolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { bannerInput, navigationInput, openLiveInput, popularInput } from '#client/pages/home/home-calls.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export const home = definePage('home', {
  path: '/',
  layout: 'base',
  cache: tagged(livePolicy, () => [
    tagOfAll('home'),
    tagOfAll('live'),
    tagOfAll('courses'),
    tagOfAll('classes'),
    tagOfAll('articles'),
    tagOfAll('works'),
    tagOfAll('common'),
  ]),
  sitemap: () => [{ path: '/' }],
  data: ({ api }) => ({
    critical: [
      callQuery(api, 'GET /api/modular/home-page/module-list', {}),
      callQuery(api, 'GET /api/modular/banner', bannerInput),
    ],
    wanted: [seoQuery(api, 'home'), callQuery(api, 'GET /api/common/course-list-page', popularInput)],
    deferred: [
      callQuery(api, 'GET /api/home/open-live', openLiveInput),
      callQuery(api, 'GET /api/modular/navigation', navigationInput),
      callQuery(api, 'GET /api/modular/home-page/class-system/college', {}),
      callQuery(api, 'GET /api/modular/home-page/class-system', homeClassesInput()),
      callQuery(api, 'GET /api/modular/college/student-work', {}),
      callQuery(api, 'GET /api/modular/teacher-elegant', {}),
      callQuery(api, 'GET /api/modular/product-advantage', {}),
      callQuery(api, 'GET /api/modular/home-page/information', {}),
      callQuery(api, 'GET /api/modular/company-honor', {}),
    ],
  }),
  head: ({ api, common, read }) => {
    const seo = read(seoQuery(api, 'home'))
    const { brandName, slogan } = common.config
    return {
      title: seo?.title ?? '首页',
      description: seo?.description ?? descriptionOf(schoolFillers),
      keywords: seo?.keyWord,
      canonical: '/',
      card: {
        name: 'home',
        kind: '学校首页',
        title: slogan || brandName,
        byline: '直播与录播都有，作业由老师逐份批改',
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/home/home.tsx').then((m) => m.Home),
})
