import type { ClassSystemDetail } from '#shared/contract/classes.ts'

/** 首页 › 系统班 › 插画 › 商业插画 › the class. */
export function classesCrumbs({
  id,
  name,
  subjectOne,
  subjectTwo,
}: ClassSystemDetail): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '系统班', href: '/classes' },
    ...(subjectOne ? [{ text: subjectOne.name, href: `/classes/${subjectOne.path}` }] : []),
    ...(subjectOne && subjectTwo
      ? [{ text: subjectTwo.name, href: `/classes/${subjectOne.path}/${subjectTwo.path}` }]
      : []),
    { text: name, href: `/classes/${id}` },
  ]
}
