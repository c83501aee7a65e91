import { detailUrl } from '#shared/rules/detail-url.ts'

/** Structured data. Addresses stand as paths; the head makes them absolute. */
export interface LdCourse {
  name: string
  description: string
  url: string
  image: string
  brandName: string
  price: string
  isCharge: boolean
  mode: 'Online' | 'Blended'
  /** Seconds of all lessons. */
  totalDuration: number
  teachers: readonly string[]
  /** 'YYYY-MM-DD' pairs of the schedules. */
  terms?: readonly { begin: string; end: string }[]
}

export function breadcrumbLd(items: readonly { text: string; href: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.text,
      item: item.href,
    })),
  }
}

export function itemListLd(name: string, items: readonly { name: string; url: string }[]): object {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.name,
      url: item.url,
    })),
  }
}

/** The items of a list of cards, each with its detail page. */
export function cardItems(
  cards: readonly { id: number; name: string; lectureType: number }[],
): { name: string; url: string }[] {
  return cards.map((card) => ({ name: card.name, url: detailUrl(card.lectureType, card.id) }))
}

/** ISO 8601 length: 5400 s is 'PT1H30M'. */
export function isoLength(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes % 60 > 0 || hours === 0 ? `${minutes % 60}M` : ''}`
}

export function courseLd(course: LdCourse): object {
  const instance = {
    '@type': 'CourseInstance',
    courseMode: course.mode,
    courseWorkload: isoLength(course.totalDuration),
    ...(course.teachers.length > 0 ? { instructor: course.teachers.map((name) => ({ '@type': 'Person', name })) } : {}),
  }
  const terms = course.terms ?? []
  return {
    '@type': 'Course',
    name: course.name,
    description: course.description,
    url: course.url,
    image: course.image,
    inLanguage: 'zh-CN',
    provider: { '@type': 'Organization', name: course.brandName, url: '/' },
    offers: {
      '@type': 'Offer',
      category: course.isCharge ? 'Paid' : 'Free',
      price: course.isCharge ? course.price : '0.00',
      priceCurrency: 'CNY',
      url: course.url,
    },
    hasCourseInstance:
      terms.length > 0 ? terms.map((term) => ({ ...instance, startDate: term.begin, endDate: term.end })) : [instance],
  }
}

export interface LdLesson {
  name: string
  /** Epoch milliseconds. */
  begin: number
  end: number
  isFree: boolean
}

/** Lessons that are broadcast live, as they stand in the outline of their course. */
export function broadcastLd(course: Pick<LdCourse, 'url' | 'image'>, lessons: readonly LdLesson[]): object[] {
  return lessons.map((lesson) => ({
    '@type': 'BroadcastEvent',
    name: lesson.name,
    url: course.url,
    image: course.image,
    isLiveBroadcast: true,
    isAccessibleForFree: lesson.isFree,
    startDate: new Date(lesson.begin).toISOString(),
    endDate: new Date(lesson.end).toISOString(),
    inLanguage: 'zh-CN',
  }))
}

export function organizationLd(brandName: string, slogan: string, phone: string): object {
  return {
    '@type': 'EducationalOrganization',
    name: brandName,
    url: '/',
    ...(slogan ? { slogan } : {}),
    ...(phone
      ? {
          contactPoint: {
            '@type': 'ContactPoint',
            telephone: phone,
            contactType: 'customer service',
            availableLanguage: 'zh-CN',
          },
        }
      : {}),
  }
}

export interface LdArticle {
  title: string
  description: string
  url: string
  image: string
  author: string
  /** Epoch milliseconds. */
  published: number
  changed: number
  section: string
  brandName: string
}

export function articleLd(article: LdArticle): object {
  const publisher = { '@type': 'Organization', name: article.brandName, url: '/' }
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    url: article.url,
    ...(article.image ? { image: article.image } : {}),
    author: article.author ? { '@type': 'Person', name: article.author } : publisher,
    publisher,
    datePublished: new Date(article.published).toISOString(),
    dateModified: new Date(article.changed).toISOString(),
    articleSection: article.section,
    inLanguage: 'zh-CN',
  }
}

export interface LdWork {
  title: string
  description: string
  url: string
  image: string
  author: string
  published: number
}

/** A learner's work; films among its media stand as VideoObject. */
export function workLd(work: LdWork, films: readonly { url: string; thumbnail: string; name: string }[]): object[] {
  const uploadDate = new Date(work.published).toISOString()
  return [
    {
      '@type': 'CreativeWork',
      name: work.title,
      description: work.description,
      url: work.url,
      image: work.image,
      author: { '@type': 'Person', name: work.author },
      datePublished: uploadDate,
      inLanguage: 'zh-CN',
    },
    ...films.map((film) => ({
      '@type': 'VideoObject',
      name: film.name,
      description: work.description,
      thumbnailUrl: film.thumbnail,
      contentUrl: film.url,
      uploadDate,
    })),
  ]
}
