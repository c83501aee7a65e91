import { callQuery, type PageQuery } from '#client/features/common/call-query.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import type { SeoType } from '#shared/contract/enums.ts'

export type Seo = CallOutput<'GET /api/common/seo'>

/** The editors' texts for a type of page; wanted, not needed. */
export function seoQuery(api: Api, type: SeoType, id?: number): PageQuery<Seo> {
  return callQuery(api, 'GET /api/common/seo', id === undefined ? { type } : { type, id })
}

const leastLength = 50
const mostLength = 80

/** Joins sentences to a description of 50 to 80 characters: what fits is taken in order, the fillers only when it is short. */
export function descriptionOf(sentences: readonly string[], fillers: readonly string[] = []): string {
  let text = ''
  const add = (sentence: string): void => {
    if (sentence && text.length + sentence.length <= mostLength) text += sentence
  }
  for (const sentence of sentences) add(sentence)
  for (const filler of fillers) if (text.length < leastLength) add(filler)
  // What would have followed a comma may not have fitted.
  return (text || (sentences[0] ?? '').slice(0, mostLength)).replace(/[，、]$/, '。')
}

/** A whole sentence: with its full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /[。！？]$/.test(trimmed) ? trimmed : `${trimmed}。`
}

/** '第 2 页', nothing for the first. */
export function pageSuffix(page: number): string {
  return page > 1 ? `（第 ${page} 页）` : ''
}

/** What is known of whose a thing is, for its picture: '沈念慈 · 插画习作'. */
export function bylineOf(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** '顾南乔、周一苇主讲 · 插画'; of many teachers the first three. */
export function teachersByline(teachers: readonly { name: string }[], subject: string | undefined): string {
  const names = teachers
    .slice(0, 3)
    .map(({ name }) => name)
    .join('、')
  return bylineOf([names && `${names}${teachers.length > 3 ? '等' : ''}主讲`, subject])
}

export const schoolFillers: readonly string[] = [
  '学园是一所教手艺的网上学校，',
  '直播与录播都有，',
  '作业由老师逐份批改，',
  '学完留下一件能署名的作品。',
]
