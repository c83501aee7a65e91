import { LectureType } from '#shared/contract/enums.ts'

/** Detail address of a product by its lecture type (spec §3): classes/{id}, course/live/{id}, course/video/{id}. */
export function detailUrl(lectureType: number, id: number): string {
  if (lectureType === LectureType.classSystem) return `/classes/${id}`
  return lectureType === LectureType.live ? `/course/live/${id}` : `/course/video/${id}`
}

export function articleUrl(id: number): string {
  return `/article/${id}.html`
}

export function workUrl(id: number): string {
  return `/works/${id}.html`
}
