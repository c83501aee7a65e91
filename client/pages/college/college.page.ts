import { callQuery } from '#client/features/common/call-query.ts'
import { descriptionOf, schoolFillers, sentence, seoQuery } from '#client/pages/catalogue-head.ts'
import { livePolicy, tagged } from '#client/pages/cache-times.ts'
import {
  collegeCoursesInput,
  collegeLivesInput,
  moreClassesInput,
  readCollege,
} from '#client/pages/college/college-choice.ts'
import { definePage } from '#client/pages/define-page.ts'
import { ModulePosition } from '#shared/contract/enums.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

const informationTypes = [ModulePosition.materialInfo, ModulePosition.comprehensiveInfo, ModulePosition.sourceMaterial]

export const college = definePage('college', {
  path: '/college/:id?',
  layout: 'base',
  cache: tagged(livePolicy, ({ id }) => [
    tagOf('college', id),
    tagOfAll('colleges'),
    tagOfAll('courses'),
    tagOfAll('classes'),
    tagOfAll('live'),
    tagOfAll('common'),
  ]),
  sitemap: ({ common }) => common.colleges.map(({ path }) => ({ path: `/college/${path}` })),
  data: ({ api, params, search, common }) => {
    const collegeId = readCollege(params.id, search, common.colleges).id
    return {
      critical: [
        callQuery(api, 'GET /api/modular/college/module-list', { collegeId }),
        callQuery(api, 'GET /api/modular/banner', { page: 'college', collegeId }),
      ],
      wanted: [
        seoQuery(api, 'college', collegeId),
        callQuery(api, 'GET /api/college/course-type-list', collegeCoursesInput(collegeId)),
      ],
      deferred: [
        callQuery(api, 'GET /api/college/learn-direction', { collegeId }),
        callQuery(api, 'GET /api/period/free-study-period', { collegeId }),
        callQuery(api, 'GET /api/modular/pain-point', { collegeId }),
        callQuery(api, 'GET /api/modular/college/class-system', { collegeId }),
        callQuery(api, 'GET /api/modular/college/class-system/small-title', { collegeId }),
        callQuery(api, 'GET /api/modular/teacher-elegant', { collegeId }),
        callQuery(api, 'GET /api/modular/college/student-work', { collegeId }),
        callQuery(api, 'GET /api/modular/product-advantage', { collegeId }),
        ...informationTypes.map((type) => callQuery(api, 'GET /api/modular/college/information', { collegeId, type })),
        callQuery(api, 'GET /api/modular/college-top-navigation', { collegeId }),
        callQuery(api, 'GET /api/modular/navigation', { type: ModulePosition.collegeIconNavigation, collegeId }),
        callQuery(api, 'GET /api/modular/navigation', { type: ModulePosition.iconNavigation, collegeId }),
        callQuery(api, 'GET /api/home/open-live', collegeLivesInput(collegeId)),
        callQuery(api, 'GET /api/modular/home-page/class-system', moreClassesInput(collegeId)),
        callQuery(api, 'GET /api/modular/company-honor', { collegeId }),
      ],
    }
  },
  head: ({ api, params, search, common, read }) => {
    const own = readCollege(params.id, search, common.colleges)
    const seo = read(seoQuery(api, 'college', own.id))
    const path = `/college/${own.path}`
    return {
      title: own.smallTitle ? `${own.name}：${own.smallTitle}` : own.name,
      description: descriptionOf(
        [
          sentence(own.intro.slice(0, own.intro.slice(0, 80).lastIndexOf('。') + 1)),
          `${own.name}有 ${own.courseCount} 门课，`,
          '可以先看试听、老师和学生作品，再决定从哪一门课开始。',
        ],
        schoolFillers,
      ),
      keywords: [own.name, seo?.keyWord].filter(Boolean).join(','),
      canonical: path,
      card: {
        name: `college-${own.path}`,
        kind: '学院',
        title: own.name,
        byline: own.smallTitle,
        cover: own.coverImg,
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/college/college.tsx').then((m) => m.CollegeScreen),
})
