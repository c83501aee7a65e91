import { detailPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

/** Feedback: the same for everybody; what is somebody's own comes in the browser. */
export const feedback = definePage('feedback', {
  path: '/feedback',
  layout: 'fixedMenu',
  cache: tagged(detailPolicy, () => [tagOfAll('common')]),
  sitemap: () => [{ path: '/feedback' }],
  data: () => ({ critical: [] }),
  head: ({ common }) => ({
    title: '意见反馈',
    description: `给${common.config.brandName}提建议、报故障、说说课程和老师：不登录也能写，三个工作日内由工作人员答复，提交后有编号可以查进度。`,
    canonical: '/feedback',
  }),
  component: () => import('#client/pages/ticket/feedback.tsx').then((m) => m.Feedback),
})
