import { definePage } from '#client/pages/define-page.ts'
import { lessonQuery } from '#client/features/play/play-queries.ts'
import { readWhichLesson } from '#client/pages/play/video-input.ts'

/** A recorded lesson. Free ones play for everybody; the page says of the others what is missing. Opening the player is the browser's business. */
export const videoPlay = definePage('video-play', {
  path: '/course/video/play/:id?',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  cache: 'never',
  data: ({ api, params, search }) => ({
    critical: [lessonQuery(api, readWhichLesson(params.id, search))],
  }),
  head: ({ api, params, search, read }) => {
    const lesson = read(lessonQuery(api, readWhichLesson(params.id, search)))
    const title = lesson?.name || '看课'
    return {
      title,
      description: lesson?.course ? `${lesson.course.name}：${title}` : title,
      canonical: `/course/video/play/${lesson?.periodId ?? params.id ?? ''}`,
      noindex: true,
    }
  },
  component: () => import('#client/pages/play/video-play.tsx').then((m) => m.VideoPlay),
})
